import { newId, announcements as record } from '@prosa/contracts';
import { call } from '../kernel/client.ts';
import { sendForm } from '../kernel/send-form.ts';

const UPLOAD_MS = 5 * 60_000;

/** The picture that was chosen for an announcement that does not exist yet. */
export const pending: { file: File | null } = { file: null };

/** Attaches a picture; resolves to its name. Throws ApiError. */
export const sendPicture = async (id: string, file: File): Promise<string | null> => {
  const form = new FormData();
  form.append('file', file, file.name);
  const path = `/announcements/${id}/media-upload`;
  const { mediaName } = await sendForm<{ mediaName: string | null }>({
    method: 'POST',
    path,
    form,
    key: newId(),
    timeoutMs: UPLOAD_MS,
  });
  return mediaName;
};

/** Removes the picture. Throws ApiError. */
export const removePicture = async (id: string): Promise<null> => {
  await call(record.routes.removePicture, { params: { id } });
  return null;
};
