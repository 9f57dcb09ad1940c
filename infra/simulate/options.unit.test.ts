import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConversations } from './conversations.ts';
import { readOptions, Unusable } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-simulate-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const input = file('input.jsonl', '{"id":"a","turns":[{"from":"customer","text":"Oi"}]}\n');
const demo = file('demo.json', '{}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (...args: string[]) => readOptions(args, { PROSA_DATA: folder });

test('options that are not given have defaults, and the data folder is that of PROSA_DATA', () => {
  expect(read('--input', input)).toEqual({
    input,
    conversations: 100,
    concurrency: 10,
    speed: Number.POSITIVE_INFINITY,
    kinds: 0.1,
    media: 0,
    channel: 'simulator',
    url: 'http://localhost:8080',
    data: demo,
  });
  expect(read('--input', input, '--conversations', '300', '--speed', '0.5', '--url', 'http://127.0.0.1:1/')).toMatchObject({
    conversations: 300,
    speed: 0.5,
    url: 'http://127.0.0.1:1',
  });
  expect(read('--help')).toBeNull();
});

test.each([
  ['no file named', [], '--input: is missing'],
  ['a file that is not there', ['--input', '/nowhere'], '--input: names no file'],
  ['no number', ['--input', input, '--conversations', 'many'], '--conversations: '],
  ['less than one', ['--input', input, '--concurrency', '0'], '--concurrency: '],
  ['no speed', ['--input', input, '--speed', '0'], '--speed: '],
  ['more kinds than turns', ['--input', input, '--kinds', '2'], '--kinds: '],
  ['more files than turns', ['--input', input, '--media', '1.5'], '--media: '],
  ['no channel', ['--input', input, '--channel', 'pigeon'], '--channel: '],
  ['no address', ['--input', input, '--url', 'localhost'], '--url: '],
  ['no demo there', ['--input', input, '--data', '/nowhere'], '--data: names no folder with a demo.json'],
  ['an unknown option', ['--fast'], "Unknown option '--fast'"],
])('%s is reported with its name', (_, args, told) => {
  expect(() => read(...args)).toThrow(Unusable);
  expect(() => read(...args)).toThrow(told);
});

test('a file with invalid content is reported with its line', () => {
  const broken = file('broken.jsonl', '{"id":"a","turns":[]}\n\n{"id":1}\n');
  expect(() => readConversations(broken, 10)).toThrow(new Unusable(`${broken}, line 3: this is no conversation.`));
  expect(() => readConversations(file('plain.jsonl.gz', 'plain'), 10)).toThrow('plain.jsonl.gz cannot be read');
});
