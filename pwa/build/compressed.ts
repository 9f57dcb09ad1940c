import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that are already compressed (pictures, fonts) gain nothing. */
const TEXTS = '**/*.{html,js,css,svg,json,webmanifest}';
/** Smaller files gain nothing in transfer. */
const WORTH_BYTES = 1_024;

const brotli = (text: Buffer): Buffer =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });

/** Writes `.br` and `.gz` beside each built text file, at the highest compression: once at the build instead of on each request. */
export const compressed = (): Plugin => {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true, // after the service worker is written
      handler: () => compressFiles(folder),
    },
  };
};

/** Compresses the files of an existing folder. */
export const compressFiles = (folder: string): void => {
  for (const name of globSync(TEXTS, { cwd: folder })) {
    const file = join(folder, name);
    const text = readFileSync(file);
    for (const [ending, pack] of [
      ['.br', brotli],
      ['.gz', (plain: Buffer) => gzipSync(plain, { level: 9 })],
    ] as const) {
      const packed = text.length >= WORTH_BYTES ? pack(text) : null;
      if (packed && packed.length < text.length) writeFileSync(`${file}${ending}`, packed);
      else rmSync(`${file}${ending}`, { force: true });
    }
  }
};
