import { crc32 as crcOfNode } from 'node:zlib';
import { crc32, type Entry, layoutOf, readContainer, type Source } from './zip.ts';

/** A container whose files consist of zeros, so that large ones need no bytes. */
const sourceOf = (entries: readonly Entry[]): Source & { change: (at: number) => void } => {
  const { files, end, size } = layoutOf(entries);
  const pieces = [
    ...files.map(({ header, from }) => ({ at: from - header.length, bytes: header })),
    { at: size - end.length, bytes: end },
  ];
  let changed = -1;
  return {
    size,
    change: (at) => {
      changed = at;
    },
    read: async (from, to) => {
      const bytes = new Uint8Array(to - from);
      for (const piece of pieces)
        for (const [place, byte] of piece.bytes.entries())
          if (piece.at + place >= from && piece.at + place < to) bytes[piece.at + place - from] = byte;
      if (changed >= from && changed < to) bytes[changed - from]! ^= 1;
      return bytes;
    },
  };
};
const GIGABYTE = 2 ** 30;

test.each([
  ['no file', []],
  ['some files', [1, 0, 500].map((size, n) => ({ name: `ação-${n}`, size, crc: n }))],
  ['a file over 4 GB', [{ name: 'large', size: 5 * GIGABYTE, crc: 7 }]],
  ['files over 4 GB together', [3, 3, 1].map((size, n) => ({ name: `${n}`, size: size * GIGABYTE, crc: n }))],
  ['a file of just under 4 GB', [{ name: 'edge', size: 0xffff_ffff - 1, crc: 1 }]],
  ['many files', Array.from({ length: 400 }, (_, n) => ({ name: `${n}`, size: 0, crc: n }))],
])('a container with %s is read as it was written', async (_, entries) => {
  const read = await readContainer(sourceOf(entries));
  expect(read?.isExact).toBe(true);
  expect(read?.files).toEqual(layoutOf(entries).files);
});

test('over 65,535 files are counted in the large record', () => {
  const { end } = layoutOf(Array.from({ length: 65_535 }, (_, n) => ({ name: `${n}`, size: 0, crc: 0 })));
  const view = new DataView(end.buffer, end.length - 22 - 76);
  expect(view.getUint32(0, true)).toBe(0x0606_4b50);
  expect(Number(view.getBigUint64(32, true))).toBe(65_535);
});

test('every changed byte outside of the files is found', async () => {
  const source = sourceOf([
    { name: 'one', size: 3, crc: 1 },
    { name: 'two', size: 2, crc: 2 },
  ]);
  const { files } = layoutOf([
    { name: 'one', size: 3, crc: 1 },
    { name: 'two', size: 2, crc: 2 },
  ]);
  for (let at = 0; at < source.size; at += 1) {
    if (files.some(({ from, size }) => at >= from && at < from + size)) continue;
    source.change(at);
    const read = await readContainer(source);
    expect(read?.isExact ?? false).toBe(false);
  }
});

test('the CRC is that of ZIP', () => {
  const bytes = Buffer.from('Prosa exporta eventos');
  expect(crc32(bytes)).toBe(crcOfNode(bytes));
  expect(crc32(bytes.subarray(5), crc32(bytes.subarray(0, 5)))).toBe(crcOfNode(bytes));
});
