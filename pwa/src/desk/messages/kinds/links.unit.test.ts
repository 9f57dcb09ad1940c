import { expect, test } from '@jest/globals';
import { linked } from './links.ts';

const addressesIn = (text: string) => linked(text).flatMap(({ text: part, href }) => (href === null ? [] : [part]));

test.each([
  ...[
    '_',
    '*',
    '~',
    '```',
    '`',
    '…',
    '»',
    '”',
    '’',
    "'",
    '"',
    '。',
    '、',
    '！',
    '）',
    '」',
    '\u200b',
    '\u200e',
    '\ufeff',
    '\u2060',
    ')',
    ']',
    '}',
    '?!',
    '.)',
    '_*',
  ],
  ...[').', '...', ',', ';', ':', '>'],
])('an address ends before %j', (mark) => {
  for (const address of ['https://prosa.test/a?b=1#c', 'https://prosa.test', 'www.prosa.test/a-b', 'https://prosa.test/a/'])
    for (const text of [`${address}${mark}`, `Veja ${address}${mark} e`, `(${address}${mark}`])
      expect(addressesIn(text)).toEqual([address]);
});

test.each([
  ['https://prosa.test/mesa_(movel)', 'https://prosa.test/mesa_(movel)'],
  ['(https://prosa.test/mesa_(movel))', 'https://prosa.test/mesa_(movel)'],
  ['https://prosa.test/?a[]=1&b[0]', 'https://prosa.test/?a[]=1&b[0]'],
  ['[https://prosa.test/?a[0]]', 'https://prosa.test/?a[0]'],
  ['https://prosa.test/{id}', 'https://prosa.test/{id}'],
  ['https://prosa.test/_a_', 'https://prosa.test/_a_'],
  ['https://prosa.test/_a_.', 'https://prosa.test/_a_'],
  ['_https://prosa.test/a_b_', 'https://prosa.test/a_b'],
  ['*_https://prosa.test/a_b_*', 'https://prosa.test/a_b'],
  ['https://pt.wikipedia.org/wiki/São_Paulo', 'https://pt.wikipedia.org/wiki/São_Paulo'],
  ['https://prosa.test/~ana/', 'https://prosa.test/~ana/'],
  ['_www.prosa.test_', 'www.prosa.test'],
  ['[aqui](https://prosa.test/a)', 'https://prosa.test/a'],
  ['«https://prosa.test»', 'https://prosa.test'],
  ['https://prosa.test。Depois', 'https://prosa.test'],
])('the address in %j is %j', (text, address) => expect(addressesIn(text)).toEqual([address]));

test.each(['awww.prosa.test', 'https://', 'www.', 'https://...', 'https://)', 'www.*_~', 'prosa.test'])('%j has none', (text) =>
  expect(addressesIn(text)).toEqual([]),
);
