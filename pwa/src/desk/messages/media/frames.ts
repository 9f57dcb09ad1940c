import { fileIdOf } from './media.model.ts';

/** First frames of videos as small pictures, by the file's id, the newest last. */
const frames = new Map<string, string>();
const KEPT = 200;
/** In pixels: what a bubble shows, on a screen of two for one. */
const SIDE = 640;

/** Where the first frame of a video is, if it was seen before; the address is the browser's own. */
export const frameOf = (url: string): string | undefined => frames.get(fileIdOf(url));

/** Keeps what a video shows now as its first frame. Null where the browser does not give it. */
export const keepFrame = async (url: string, video: HTMLVideoElement): Promise<string | null> => {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, SIDE / Math.max(videoWidth, videoHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(videoWidth * scale);
  canvas.height = Math.ceil(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  if (!picture) return null;
  const frame = URL.createObjectURL(picture);
  frames.set(fileIdOf(url), frame);
  for (const [oldest, address] of frames) {
    if (frames.size <= KEPT) break;
    frames.delete(oldest);
    URL.revokeObjectURL(address);
  }
  return frame;
};
