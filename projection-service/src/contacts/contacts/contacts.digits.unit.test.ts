import { digitsIn } from './contacts.digits.ts';

test.each([
  ['maria 1234567 ana', []],
  ['maria 12345678 ana', ['12345678']],
  ['123456789 conta1234567890@loja', ['12345678', '23456789', '34567890']],
  ['1111111111', ['11111111']],
  ['', []],
])('the pieces of digits in a text: %s', (text, pieces) => expect(digitsIn(text)).toEqual(pieces));

test('a text that contains another has all of its pieces', () => {
  const text = 'érica 5511987654321 erica20260101@loja';
  for (let from = 0; from < text.length; from += 1)
    for (let to = from; to <= text.length; to += 1)
      expect(digitsIn(text)).toEqual(expect.arrayContaining(digitsIn(text.slice(from, to))));
});
