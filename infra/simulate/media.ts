import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type Abilities, abilitiesOf, carriedAs, type MediaKind, type MessageView, mediaTypeOf } from '@prosa/contracts';

/**
 * A file to send. Its bytes are unique, so that a hash identifies it. `line`: the line as which it is read back. `shownName`: its name where
 * it arrives; null if the channel has none.
 */
export type Sent = {
  bytes: Buffer;
  kind: MediaKind;
  mime: string;
  name: string;
  shownName: string | null;
  caption: string;
  line: string;
};

const makers: { kind: MediaKind; mime: string; ending: string; bytes: (words: string) => Buffer }[] = [
  { kind: 'image', mime: 'image/png', ending: 'png', bytes: (words) => png(words) },
  { kind: 'audio', mime: 'audio/wav', ending: 'wav', bytes: (words) => wav(words) },
  { kind: 'document', mime: 'application/pdf', ending: 'pdf', bytes: (words) => pdf(words) },
  { kind: 'image', mime: 'image/jpeg', ending: 'jpg', bytes: (words) => jpeg(words) },
  { kind: 'audio', mime: 'audio/mpeg', ending: 'mp3', bytes: (words) => mp3(words) },
  { kind: 'document', mime: 'text/plain', ending: 'txt', bytes: (words) => Buffer.from(`${words}\n`.repeat(50)) },
];

/**
 * Returns the file sent after a turn, at a ratio from 0 to 1. The result depends only on conversation and turn, so that the check knows
 * what was sent.
 */
export const fileAfter = (
  conversation: number,
  turn: number,
  ratio: number,
  { files }: Pick<Abilities, 'files'> = abilitiesOf('simulator'),
): Sent | null => {
  const roll = (Math.imul(conversation * 257 + turn * 3 + 1, 2_654_435_761) >>> 0) / 2 ** 32;
  if (roll >= ratio) return null;
  const taken = makers.filter(({ kind, mime }) => carriedAs({ files }, { kind, mime, bytes: null }) !== 'link');
  const { kind, mime, ending, bytes } = taken[(conversation + turn) % taken.length]!;
  const caption = `Arquivo ${conversation}, ${turn}`;
  const name = `arquivo-${conversation}-${turn}.${ending}`;
  return { bytes: bytes(caption), kind, mime, name, shownName: name, caption, line: `[${kind}] ${caption}` };
};

/** The same as read back from a channel that does not tell the kind. */
export const asFile = (file: Sent): Sent => ({ ...file, line: `[file] ${file.caption}` });

/** A form with a file as its last part. */
export const fileForm = (part: string, { bytes, mime, name }: Sent, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(part, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }), name);
  return form;
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Whether a message has the file that was sent, by kind, name and size. */
export const isAsSent = ({ mediaType, media }: Pick<MessageView, 'mediaType' | 'media'>, sent: Sent): boolean =>
  mediaType === mediaTypeOf(sent.kind) && media?.name === sent.shownName && media.bytes === sent.bytes.length;

/** A striped picture of 32 by 32 pixels that contains the words as a text chunk. */
const png = (words: string): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const size = 32;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits per colour, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(size * (1 + 3 * size));
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      rows.set([(x * 8) % 256, (y * 8) % 256, words.length % 256], y * (1 + 3 * size) + 1 + 3 * x);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${words}`, 'latin1')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A grey pixel (baseline, one component) that contains the words as a comment. */
const jpeg = (words: string): Buffer => {
  const segment = (marker: number, data: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  // One code per table is enough: a difference of zero bits, and the end of a block.
  const table = (id: number): Buffer => Buffer.from([id, 1, ...Array(15).fill(0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    segment(0xfe, Buffer.from(words)),
    segment(0xdb, Buffer.from([0, ...Array(64).fill(16)])),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xc4, table(0x00)),
    segment(0xc4, table(0x10)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0xd9]),
  ]);
};

/** A quarter of a second of a tone, 8,000 samples of 8 bits a second; the words follow it. */
const wav = (words: string): Buffer => {
  const samples = Buffer.from(
    Array.from({ length: 2_000 }, (_, i) => 128 + Math.round(60 * Math.sin((i * 440 * 2 * Math.PI) / 8_000))),
  );
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
  };
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(8_000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const inner = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    chunk('data', samples),
    chunk('note', Buffer.from(words)),
  ]);
  return chunk('RIFF', inner);
};

/** Silence: ten frames of MPEG 1, layer 3, 128 kbit/s at 44.1 kHz, after an ID3 tag with the words. */
const mp3 = (words: string): Buffer => {
  const title = Buffer.concat([Buffer.from([0]), Buffer.from(words, 'latin1')]);
  const frame = Buffer.concat([Buffer.from('TIT2'), Buffer.from([0, 0, 0, title.length, 0, 0]), title]);
  const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, frame.length]), frame]);
  const silence = Buffer.alloc(417);
  silence.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat([tag, ...Array<Buffer>(10).fill(silence)]);
};

const pdf = (words: string): Buffer => {
  const text = `BT /F1 24 Tf 40 100 Td (${words}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, n) => {
    const place = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};
