import { readFileSync } from 'node:fs';
import { limits } from '@prosa/contracts';
import { assertHardToGuess } from './weak-passwords.ts';

const codeOf = (password: string, ...emails: (string | null | undefined)[]): string | null => {
  try {
    assertHardToGuess(password, emails);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('the list has ten thousand passwords, each in lower case and of a length that the rule allows', () => {
  const listed = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .slice(1, -1);
  expect([listed.length, new Set(listed).size]).toEqual([10_000, 10_000]);
  for (const one of listed) {
    expect(one.length).toBeGreaterThanOrEqual(limits.password.min);
    expect(one.length).toBeLessThanOrEqual(limits.password.max);
    expect(one).toBe(one.toLowerCase());
  }
});

test.each(['12345', 'password', 'PassWord', 'qwerty', 'abc123', 'Flamengo', ' dragon '])('%j is common', (password) =>
  expect(codeOf(password)).toBe('ERR_PASSWORD_COMMON'),
);
test.each(['segredo-muito-raro', 'prosa-demo', 'password\n12345678', '23456\n', 'cavalo bateria grampo'])(
  '%j is not',
  (password) => expect(codeOf(password, null, undefined, 'ana@prosa.test')).toBeNull(),
);
test('the own e-mail is refused, whole or up to its @, in whatever case; a part of it is not', () => {
  for (const password of ['ana.souza@prosa.test', 'Ana.Souza@PROSA.test', 'ANA.SOUZA'])
    expect(codeOf(password, null, 'Ana.Souza@prosa.test')).toBe('ERR_PASSWORD_IS_EMAIL');
  for (const password of ['souza', 'ana.souza1', 'prosa.test']) expect(codeOf(password, 'Ana.Souza@prosa.test')).toBeNull();
});
