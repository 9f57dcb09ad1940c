import { newId } from '@prosa/contracts';
import { sendForm } from '../../kernel/calls/send-form.ts';

const TIMEOUT_MS = 60_000;
/** Side of the square that is sent, in pixels: what phones take has several megabytes. */
const SIDE = 512;

/** The square from the middle of a picture; the file itself if this browser cannot read it, or cannot say what the server will. */
const squareOf = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const canvas = document.createElement('canvas');
  const from = Math.min(picture.width, picture.height);
  const side = Math.min(from, SIDE);
  canvas.width = side;
  canvas.height = side;
  const [left, top] = [(picture.width - from) / 2, (picture.height - from) / 2];
  canvas.getContext('2d')?.drawImage(picture, left, top, from, from, 0, 0, side, side);
  picture.close();
  return new Promise((resolve) => canvas.toBlob((made) => resolve(made ?? file), 'image/webp', 0.9));
};

/** Sends the own picture; returns its address. Throws ApiError. */
export const sendPicture = async (file: File): Promise<string | null> => {
  const form = new FormData();
  form.append('file', await squareOf(file), 'foto');
  const sent = { method: 'PUT', path: '/auth/picture', form, key: newId(), timeoutMs: TIMEOUT_MS } as const;
  const { profilePicUrl } = await sendForm<{ profilePicUrl: string | null }>(sent);
  return profilePicUrl;
};
