import { type Country, type Identity, Refused, readNumber } from '@prosa/contracts';

/** Returns the identity by which a channel reaches a contact, from the contact's own channel and number. */
export const addressOf = ({ channel, number }: { channel: string; number: string }): Identity => {
  if (channel === 'facebook') return { kind: 'psid', value: number };
  if (channel === 'instagram') return { kind: 'igsid', value: number };
  if (number.endsWith('@lid')) return { kind: 'lid', value: number };
  if (number.endsWith('@g.us')) return { kind: 'group', value: number };
  if (/^[A-Z]{2}\./.test(number)) return { kind: 'bsuid', value: number };
  return { kind: 'phone', value: number };
};

/** The number as it is stored: the digits of a phone, any other identity trimmed. */
export const numberOf = ({ kind, value }: Identity): string =>
  kind === 'phone' || kind === 'simulator' ? value.replace(/\D/g, '') : value.trim();

/**
 * Returns a typed phone number in its stored form. Throws ERR_WAPP_INVALID_CONTACT if it cannot be a phone number; only a channel can tell
 * whether it exists.
 */
export const typedNumber = (typed: string, country: Country): string => {
  const { number, fault } = readNumber(typed, country);
  if (fault) throw new Refused('ERR_WAPP_INVALID_CONTACT', fault === 'number-invalid' ? {} : { fields: { number: fault } });
  return number;
};
