import { type Hasher, hexOf, utf8 } from '../format/bytes.ts';
import { keyText, type Sign, signNote, type VerifierKey } from '../format/note.ts';
import { FORMAT, files, type Listed, type Manifest, manifestText } from '../format/package.ts';
import { layoutOf } from '../format/zip.ts';

/** A file that goes into a package. It is read twice, so `open` begins anew each time and gives the same bytes. */
export type Part = Pick<Listed, 'name' | 'line' | 'at'> & { open: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> };
export type Packing = {
  hasher: Hasher;
  key: VerifierKey;
  sign: Sign;
  parts: readonly Part[];
  manifest: Omit<Manifest, 'files' | 'format' | 'key'>;
};

/** Reads all parts once, to sign a list of them, and returns the size of the package and its bytes. */
export const pack = async ({
  hasher,
  key,
  sign,
  parts,
  manifest,
}: Packing): Promise<{ size: number; bytes: () => AsyncGenerator<Uint8Array> }> => {
  const measured = [];
  for (const part of parts) measured.push({ part, ...(await measure(hasher, part.open())) });
  const listed = measured.map(({ part: { name, line, at }, size, sha256 }) => ({ name, bytes: size, sha256, line, at }));
  const { events, streams, ...about } = manifest;
  const text = manifestText({ format: FORMAT, key: keyText(hasher.sha256, key), ...about, events, streams, files: listed });
  const last = utf8(signNote(hasher.sha256, key, sign, text));
  const ofManifest = { name: files.manifest, open: () => [last] };
  const all = [...measured, { part: ofManifest, size: last.length, crc: hasher.crc32(last, 0) }];
  const layout = layoutOf(all.map(({ part: { name }, size, crc }) => ({ name, size, crc })));
  return {
    size: layout.size,
    bytes: async function* () {
      for (const [place, { part }] of all.entries()) {
        yield layout.files[place]!.header;
        yield* part.open();
      }
      yield layout.end;
    },
  };
};

const measure = async (
  hasher: Hasher,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ size: number; crc: number; sha256: string }> => {
  const hash = hasher.begin();
  let size = 0;
  let crc = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    crc = hasher.crc32(piece, crc);
    size += piece.length;
  }
  return { size, crc, sha256: hexOf(hash.digest()) };
};
