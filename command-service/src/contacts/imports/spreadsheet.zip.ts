import type { Readable } from 'node:stream';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { SpreadsheetFault } from './spreadsheet.faults.ts';

/** A spreadsheet of 20 MB has some hundred files, and 200 MB in them; what has more is made to exhaust its reader. */
const MOST_FILES = 10_000;
const MOST_BYTES = 400 * 1024 * 1024;

/** The files in an archive, by name. `read` decompresses one; null if there is none. All that is read together has a limit. */
export type Archive = { read: (name: string) => Promise<Readable | null> };

/** Opens an archive. Throws SpreadsheetFault if it is damaged, encrypted, or becomes too large. */
export const openArchive = async (bytes: Buffer): Promise<Archive> => {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(damaged(error)) : resolve(opened),
    ),
  );
  const entries = await listed(zip);
  let declared = 0;
  return {
    read: async (name) => {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return null;
      if (entry.isEncrypted()) throw new SpreadsheetFault('ERR_IMPORT_ENCRYPTED');
      declared += entry.uncompressedSize;
      if (declared > MOST_BYTES) throw new SpreadsheetFault('ERR_IMPORT_HUGE');
      return new Promise((resolve, reject) =>
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(damaged(error));
          resolve(stream);
        }),
      );
    },
  };
};

const listed = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    if (zip.entryCount > MOST_FILES) return reject(new SpreadsheetFault('ERR_IMPORT_HUGE'));
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error) => reject(damaged(error)));
    zip.readEntry();
  });

const damaged = (cause: unknown): SpreadsheetFault => new SpreadsheetFault('ERR_IMPORT_DAMAGED', { cause });
