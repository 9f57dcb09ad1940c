/**
 * The small part of protobuf's wire format (protobuf.dev/programming-guides/encoding) that is read and written by hand, because it is used
 * for each event.
 */

/** The wire type of length-delimited fields. */
export const DELIMITED = 2;

const varintLength = (value: number | bigint): number => {
  let length = 1;
  for (let rest = BigInt(value) >> 7n; rest > 0n; rest >>= 7n) length++;
  return length;
};

/** As `varintLength`, for ordinary numbers only: reads call it for every event. */
export const numberLength = (value: number): number => {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
  return length;
};

/** Writes a varint at an offset; returns the offset after it. */
export const putVarint = (target: Buffer, at: number, value: number | bigint): number => {
  let offset = at;
  if (typeof value === 'bigint') {
    let rest = value;
    for (; rest >= 128n; rest >>= 7n) target[offset++] = Number(rest & 127n) | 128;
    target[offset++] = Number(rest);
    return offset;
  }
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) target[offset++] = (rest % 128) | 128;
  target[offset++] = rest;
  return offset;
};

/** A field of bytes, or of an already encoded message. */
export const bytesField = (field: number, bytes: Uint8Array): Buffer => {
  const head = 1 + numberLength(bytes.length);
  const out = Buffer.allocUnsafe(head + bytes.length);
  out[0] = (field << 3) | DELIMITED;
  putVarint(out, 1, bytes.length);
  out.set(bytes, head);
  return out;
};

export const textField = (field: number, text: string) => bytesField(field, Buffer.from(text, 'utf8'));

export const numberField = (field: number, value: number | bigint): Buffer => {
  const out = Buffer.allocUnsafe(1 + varintLength(value));
  out[0] = field << 3;
  putVarint(out, 1, value);
  return out;
};

/** An entry of a map from string to string. */
export const mapEntry = (field: number, key: string, value: string) =>
  bytesField(field, Buffer.concat([textField(1, key), textField(2, value)]));

/** The fields of a message, one after another; fields that are not read are skipped by protobuf's rules. */
export class Fields {
  readonly bytes: Buffer;
  readonly end: number;
  at: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** An unsigned number of at most 53 bits; a larger one is rounded. */
  number(): number {
    const { bytes } = this;
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      this.within(this.at + 1);
      const byte = bytes[this.at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** An unsigned number of 64 bits. */
  big(): bigint {
    const from = this.at;
    const value = this.number();
    if (value < Number.MAX_SAFE_INTEGER) return BigInt(value);
    let exact = 0n;
    for (let at = this.at - 1; at >= from; at -= 1) exact = (exact << 7n) | BigInt((this.bytes[at] as number) & 127);
    return exact;
  }

  /** Reads the length of a delimited field, and returns where the field ends; the cursor is then at its beginning. */
  delimitedEnd(): number {
    const length = this.number();
    return this.within(this.at + length);
  }

  text(): string {
    const end = this.delimitedEnd();
    const text = this.bytes.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }

  inner(): Fields {
    const end = this.delimitedEnd();
    const inner = new Fields(this.bytes, this.at, end);
    this.at = end;
    return inner;
  }

  skip(wireType: number): void {
    if (wireType === 0) this.number();
    else if (wireType === 1) this.at = this.within(this.at + 8);
    else if (wireType === 2) this.at = this.delimitedEnd();
    else if (wireType === 5) this.at = this.within(this.at + 4);
    else throw new Error(`The event store sent a field of wire type ${wireType}.`);
  }

  private within(place: number): number {
    if (place > this.end) throw new Error('The event store sent a message that is cut off.');
    return place;
  }
}
