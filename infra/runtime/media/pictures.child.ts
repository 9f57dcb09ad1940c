/**
 * Measures one picture and makes its thumbnail, or with the argument `portrait` the square from its middle, with `preview` a tiny JPEG, with
 * `sticker` a tiny PNG: reads the picture from stdin to its end, writes `r` when it is ready for that, then the length of its facts (4 bytes), the facts as JSON, and the
 * small picture. The process has no secrets, so a malicious picture can harm nothing else.
 */
import sharp from 'sharp';

const PIXELS = 50_000_000;
const SIDE = 480;
/** Side of a portrait, which is a square. */
const PORTRAIT = 256;
/** Longest side of a preview: a message holds it. */
const PREVIEW = 100;
/** So many that a sticker of that size stays below 10 kB. */
const COLORS = 64;
const kind = process.argv[2];
const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
const size =
  kind === 'portrait'
    ? ({ width: PORTRAIT, height: PORTRAIT, fit: 'cover' } as const)
    : within(kind === 'preview' || kind === 'sticker' ? PREVIEW : SIDE);

sharp.concurrency(1);
sharp.cache(false);
// Only the decoders that are needed, so that the others cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
});
process.stdout.write('r');

const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const picture = sharp(Buffer.concat(pieces), { limitInputPixels: PIXELS, failOn: 'error' });
const { autoOrient } = await picture.metadata();
const resized = picture.autoOrient().resize(size);
const encoded = () => {
  // What is transparent shows on white, as where it is shown.
  if (kind === 'preview') return resized.flatten({ background: 'white' }).jpeg({ quality: 50 });
  return kind === 'sticker' ? resized.png({ palette: true, colours: COLORS }) : resized.webp({ quality: 75 });
};
const small = await encoded().toBuffer();
const facts = Buffer.from(JSON.stringify({ width: autoOrient.width, height: autoOrient.height }));
const length = Buffer.alloc(4);
length.writeUInt32BE(facts.length);
process.stdout.write(Buffer.concat([length, facts, small]));
