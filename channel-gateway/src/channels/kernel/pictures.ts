import { limits } from '@prosa/contracts';

/** The bytes of a small picture, in base64; null if the server has it no more. Throws if it is too large, or the server does not answer. */
export const pictureBytes = async (reply: Response): Promise<string | null> => {
  if ([403, 404, 410].includes(reply.status)) {
    await reply.body?.cancel();
    return null;
  }
  if (!reply.ok || !reply.body) throw new Error(`The media server answered ${reply.status}.`);
  return gathered(reply.body);
};

/** The same for bytes that come in pieces. */
export const gathered = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let read = 0;
  for await (const piece of bytes) {
    read += piece.length;
    if (read > limits.contactPictureBytes) throw new Error('The picture is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('base64');
};
