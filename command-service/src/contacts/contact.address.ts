import { type Identity, Refused } from '@prosa/contracts';

const DIGITS = { min: 8, max: 20 };

/** How a channel reaches a contact, by the contact's own channel and number. */
export const addressOf = ({ channel, number }: { channel: string; number: string }): Identity => {
  if (channel === 'facebook') return { kind: 'psid', value: number };
  if (channel === 'instagram') return { kind: 'igsid', value: number };
  if (number.endsWith('@lid')) return { kind: 'lid', value: number };
  if (number.endsWith('@g.us')) return { kind: 'group', value: number };
  return { kind: 'phone', value: number };
};

/** The number as it is kept: a phone's digits, of others the whole. */
export const numberOf = ({ kind, value }: Identity): string =>
  kind === 'phone' || kind === 'simulator' ? value.replace(/\D/g, '') : value.trim();

/** A typed phone number as it is kept. Throws ERR_WAPP_INVALID_CONTACT for what can be none; whether it exists, a channel tells. */
export const typedNumber = (typed: string): string => {
  const digits = numberOf({ kind: 'phone', value: typed });
  if (digits.length < DIGITS.min || digits.length > DIGITS.max) throw new Refused('ERR_WAPP_INVALID_CONTACT');
  return digits;
};
