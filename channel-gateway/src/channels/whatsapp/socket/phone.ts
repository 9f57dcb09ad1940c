import { pause } from '@prosa/infra/runtime';
import type { AskPhone } from '../wire/files.ts';
import type { OpenSocket } from './socket.ts';

const ANSWER_MS = 30_000;
/** The phone says that it does not have the file, or cannot open it. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 412]);

/** Asks the phone to upload a file again. Rejects if it does not answer: it may be switched off, and another try may help. */
export const askPhone = async (
  socket: OpenSocket | null,
  { message: { id, chat, author, own = false }, key, signal }: Parameters<AskPhone>[0],
): Promise<string | null> => {
  if (!socket?.isOpen()) throw new Error('The session is not connected.');
  const image = { mediaKey: key, directPath: '' };
  const message = { id, remoteJid: chat, fromMe: own, ...(author && { participant: author }) };
  const asking = socket.sock.updateMediaMessage({ key: message, message: { imageMessage: image } }).then(
    () => image.directPath,
    (error: { output?: { statusCode?: number } }) => {
      if (NOT_THERE.has(error.output?.statusCode ?? 0)) return null;
      throw error;
    },
  );
  asking.catch(() => undefined);
  const late = pause(ANSWER_MS, signal).then((): never => {
    throw new Error('The phone did not answer in time.');
  });
  late.catch(() => undefined);
  return Promise.race([asking, late]);
};
