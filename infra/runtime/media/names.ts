import { endingMissing } from './endings.ts';

const LONGEST = 200;

/** Invisible characters, and characters that reverse the text direction, so that `exe.jpg` reads `gpj.exe`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Returns a file's name as it can be shown and saved: without folders, invisible characters and those that file systems refuse; null if
 * nothing is left.
 */
export const safeName = (name: string | null | undefined): string | null => {
  const last = (name ?? '').toWellFormed().split(/[/\\]/).at(-1)!;
  const clean = last
    .replace(unseen, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (clean === '') return null;
  const [, ending = ''] = /(\.[^.]{1,16})$/.exec(clean) ?? [];
  return clean.length <= LONGEST ? clean : `${clean.slice(0, LONGEST - ending.length).toWellFormed()}${ending}`;
};

/**
 * Returns the name under which a file is saved: its sender's, with another extension appended if theirs contradicts the detected type
 * (`mime`). So a false name cannot choose the program that opens the file: an HTML page named `foto.jpg` is saved as `foto.jpg.txt`.
 */
export const savedName = (name: string | null, mime: string): string | null => {
  if (name === null) return null;
  const [, ending = ''] = /\.([^.]{1,16})$/.exec(name) ?? [];
  const missing = endingMissing(ending.toLowerCase(), mime);
  return missing === null ? name : `${name}.${missing}`;
};

/** Builds a `Content-Disposition` (RFC 6266): the name in UTF-8, and in ASCII for old clients. */
export const disposition = (how: 'inline' | 'attachment', name: string | null): string => {
  if (name === null) return how;
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${ascii || 'file'}"; filename*=UTF-8''${encoded}`;
};
