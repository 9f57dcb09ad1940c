import { readFileSync } from 'node:fs';
import { Refused, visible } from '@prosa/contracts';

/**
 * The 10,000 most common passwords that the length rule allows, in lower case, one a line, each between two line feeds: those of
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts). Read when
 * the first password is set, and kept as one string.
 */
const file = new URL('./common-passwords.txt', import.meta.url);
let common: string | undefined;

const isCommon = (password: string): boolean => {
  common ??= readFileSync(file, 'utf8');
  return !password.includes('\n') && common.includes(`\n${password}\n`);
};

/**
 * Refuses a new password that whoever guesses tries first: one of the most common, in whatever case, and an e-mail of its user or what
 * stands before its `@`. Throws ERR_PASSWORD_COMMON, ERR_PASSWORD_IS_EMAIL.
 */
export const assertHardToGuess = (password: string, emails: readonly (string | null | undefined)[]): void => {
  const typed = visible(password).toLowerCase();
  if (isCommon(typed)) throw new Refused('ERR_PASSWORD_COMMON');
  for (const email of emails) {
    const whole = email ? visible(email).toLowerCase() : '';
    if (whole !== '' && (typed === whole || typed === whole.split('@')[0])) throw new Refused('ERR_PASSWORD_IS_EMAIL');
  }
};
