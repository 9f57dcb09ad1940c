import sharp from 'sharp';
import { inOnePiece } from './media.ts';
import { readPicture } from './pictures.ts';

const read = (bytes: Buffer) => readPicture('a company', () => inOnePiece(bytes));
const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 4, background: '#8888' } });

test('a picture that takes very much memory to decode is not decoded; a large one of a phone is', async () => {
  // Interlaced, with 16 bits a colour: all of it has to be in memory at once.
  const crafted = await flat(7_000).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer();
  expect(await read(crafted)).toBeNull();
  const photo = await flat(7_000).jpeg().toBuffer();
  expect(await read(photo)).toMatchObject({ width: 7_000, height: 7_000 });
});
