import { plainDigits } from './digits.ts';
import { fold, hasWords } from './fold.ts';
import { visible } from './visible.ts';

describe('what is seen of a text', () => {
  test.each([
    ['\u200bJo\u00adão\u202e', 'João'],
    ['\ufeff5511\u206095555', '551195555'],
    ['\u202a+55 11\u202c', '+55 11'],
    ['\u2066Ana\u2069', 'Ana'],
    ['  Ana \n', 'Ana'],
    ['Ana  Maria', 'Ana  Maria'],
    ['a\u0001b\u0007c\u0000', 'abc\u0000'],
    ['An\u200da', 'Ana'],
    ['\u200d👩', '👩'],
    ['👩\u200d', '👩'],
  ])('of %j is %j', (text, seen) => expect(visible(text)).toBe(seen));
  test.each(['\u200b', '\u2800\u3164\uffa0', '\u115f\u1160', ' \u00a0\u2003\ufeff', '\u2062\u{e0041}', ''])(
    'of %j is nothing',
    (text) => expect(visible(text)).toBe(''),
  );
  test.each(['👨‍👩‍👧', '❤️ 1️⃣ ©️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨🏽‍🚀', '🏳️‍🌈', '☝🏽', '🇧🇷', 'می‌خواهم', 'क्‍ष', 'João da Silva', 'Łódź', '日本'])(
    '%s stays whole',
    (text) => expect(visible(text)).toBe(text),
  );
});

describe('a folded text', () => {
  test.each([
    ['Conceição', 'conceicao'],
    ['Conceic\u0327a\u0303o', 'conceicao'],
    ['ÁBACO', 'abaco'],
    ['Łódź Ørsted Straße Đà Æsir œuvre Ħal', 'lodz orsted strasse da aesir oeuvre hal'],
    ['ﬁm ＡＢＣ １２ №', 'fim abc 12 no'],
    ['İstanbul ΟΔΟΣ', 'istanbul οδοσ'],
    ['D’Ávila Dʼávila D´avila D`avila', "d'avila d'avila d'avila d'avila"],
    ['“Olá” «olá»', '"ola" "ola"'],
    ['a–b—c‑d−e', 'a-b-c-d-e'],
    [' a\u00a0\u2003b\t\tc\r\nd  e ', 'a b c d e'],
    ['e\u200bf\u00adg\u202e', 'efg'],
    ['👨‍👩‍👧', '👨👩👧'],
    ['', ''],
    ['\u200b', ''],
  ])('of %j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(folded)).toBe(folded);
  });
});

test.each([
  ['５ ٥ ५ 𝟗 ۴ 3', '5 5 5 9 4 3'],
  ['½ ③ x', '½ ③ x'],
])('the digits of %j are %j', (text, plain) => expect(plainDigits(text)).toBe(plain));

test.each([
  ['Conceição Lima de Souza', 'lima conceicao', true],
  ['Conceição Lima de Souza', ' SOUZA\u00a0 de\tlima ', true],
  ['D’Ávila, Łucja', "lucja d'avila", true],
  ['Conceição Lima', 'lima souza', false],
  ['Conceição Lima', '', true],
])('%j has the words of %j: %j', (name, words, has) => expect(hasWords(name, words)).toBe(has));
