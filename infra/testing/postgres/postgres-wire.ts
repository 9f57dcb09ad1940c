/**
 * Splits the bytes of one direction of a Postgres connection into messages and reports each complete one: its type (the client's first
 * message has none: `startup`), all its bytes, and its body.
 */
export const framed = (
  { startup }: { startup: boolean },
  tell: (type: string, whole: Buffer, body: Buffer) => void,
): ((data: Buffer) => void) => {
  let left: Buffer = Buffer.alloc(0);
  let isFirst = startup;
  return (data) => {
    left = left.length === 0 ? data : Buffer.concat([left, data]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (left.length < head + 4) return;
      const end = head + left.readUInt32BE(head);
      if (left.length < end) return;
      const type = isFirst ? 'startup' : String.fromCharCode(left[0]!);
      const [whole, body] = [left.subarray(0, end), left.subarray(head + 4, end)];
      left = left.subarray(end);
      isFirst = false;
      tell(type, whole, body);
    }
  };
};
