import { nodeHasher } from '../node/hasher.ts';
import { signingKey } from '../node/signing.ts';
import { utf8 } from './bytes.ts';
import { headText, keptHeadText, readHead, readKeptHead } from './checkpoint.ts';
import { isSignedBy, keyText, readKey, readNote, signHead, signNote, timeOfHead } from './note.ts';

const { sha256 } = nodeHasher;
const { sign, keyOf } = signingKey(Buffer.alloc(32, 7));
const key = keyOf('prosa.example/log');
const text = 'prosa.example/log\n3\nuvbf+FNuSRUAQ3wzpbLVIOcjeDYJSFOVyQqAKROYNsI=\n';
const signedBy = async (note: string, by = key): Promise<boolean> => {
  const read = readNote(utf8(note));
  return read !== null && isSignedBy(sha256, by, read);
};

test('a key is written as the public tools write it', () => {
  // The key of Go's checksum database.
  const published = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
  const read = readKey(sha256, published);
  expect(read?.name).toBe('sum.golang.org');
  expect(keyText(sha256, read!)).toBe(published);
});

test.each([
  ['no key', 'sum.golang.org'],
  ['another id', 'sum.golang.org+033de0af+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'],
  ['another kind of key', 'sum.golang.org+033de0ae+As4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'],
  ['a name with a space', 'sum golang+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'],
])('%s is no key', (_, text) => {
  expect(readKey(sha256, text)).toBeNull();
});

test('a note is signed by its key, and by no other', async () => {
  const note = signNote(sha256, key, sign, text);
  expect(await signedBy(note)).toBe(true);
  expect(await signedBy(note, keyOf('prosa.example/other'))).toBe(false);
  expect(await signedBy(note, signingKey(Buffer.alloc(32, 8)).keyOf(key.name))).toBe(false);
  expect(await signedBy(note.replace('3', '4'))).toBe(false);
});

test('signatures of others are ignored, a second wrong one of the key is not', async () => {
  const note = signNote(sha256, key, sign, text);
  const other = signNote(sha256, keyOf('witness.example'), sign, text).split('\n\n')[1]!;
  const wrong = signNote(sha256, key, sign, 'something else\n').split('\n\n')[1]!;
  expect(await signedBy(note + other)).toBe(true);
  expect(await signedBy(note + wrong)).toBe(false);
});

test('a head is signed with its time', async () => {
  const note = readNote(utf8(signHead(sha256, key, sign, text, 1_794_916_800)));
  expect(await isSignedBy(sha256, key, note!)).toBe(true);
  expect(await timeOfHead(sha256, key, note!)).toBe(1_794_916_800);
  const [log, timed] = note!.signatures;
  const moved = { ...timed!, signature: timed!.signature.with(7, timed!.signature[7]! ^ 1) };
  expect(await timeOfHead(sha256, key, { ...note!, signatures: [log!, moved] })).toBeNull();
  expect(await timeOfHead(sha256, key, { ...note!, signatures: [log!] })).toBeNull();
});

test.each([
  ['nothing', ''],
  ['a text without signatures', text],
  ['a control character', `a\tb\n\n— name AAAAAAA=\n`],
  ['a hyphen for a dash', signNote(sha256, key, sign, text).replace('—', '-')],
  ['a signature in other base64', signNote(sha256, key, sign, text).replace(/=\n$/, '\n')],
  ['no newline at its end', signNote(sha256, key, sign, text).trimEnd()],
])('%s is no note', (_, note) => {
  expect(readNote(utf8(note))).toBeNull();
});

test('a head is read as it was written', () => {
  const head = readHead(text)!;
  expect(headText(head)).toBe(text);
  expect(head.size).toBe(3);
  // Extension lines are ignored.
  expect(readHead(`${text}more\n`)).toEqual(head);
});

test.each([
  ['a size with a zero before it', text.replace('\n3\n', '\n03\n')],
  ['a negative size', text.replace('\n3\n', '\n-3\n')],
  ['a size beyond all numbers', text.replace('\n3\n', '\n9999999999999999\n')],
  ['a short root', text.replace(/\n.{44}\n/, '\nuvbf\n')],
  ['no origin', text.replace('prosa.example/log', '')],
  ['an empty line', `${text}\n`],
])('%s makes no head', (_, read) => {
  expect(readHead(read)).toBeNull();
});

test('a head is kept with the proof of an older one', () => {
  const signed = signHead(sha256, key, sign, text, 1);
  const hashes = [sha256(utf8('a')), sha256(utf8('b'))];
  expect(readKeptHead(keptHeadText(2, hashes, signed))).toMatchObject({ head: { size: 3 }, proof: { from: 2, hashes } });
  expect(readKeptHead(signed)).toMatchObject({ head: { size: 3 }, proof: null });
  expect(readKeptHead(`old 2\nAAAA\n\n${signed}`)).toBeNull();
});
