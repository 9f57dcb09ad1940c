import { SNIFF_BYTES } from './sniff.ts';

/** Returns the first bytes of a stream, and an iterator over the others. */
export const headOf = async (bytes: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; rest: AsyncIterator<Uint8Array> }> => {
  const rest = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  for (let length = 0; length < SNIFF_BYTES; ) {
    const { done, value } = await rest.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  return { head: Buffer.concat(pieces), rest };
};

/** The whole stream again. */
export async function* joined(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

/** Ends a stream that is not read on; returns the error that says why. */
export const ended = async (rest: AsyncIterator<unknown>, error: Error): Promise<Error> => {
  await rest.return?.();
  return error;
};
