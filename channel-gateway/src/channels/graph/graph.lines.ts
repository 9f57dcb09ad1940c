import { beginningOf, fields } from '@prosa/contracts';
import type { ReceivedMessage } from '../provider.port.ts';

/**
 * The text that attendants read in place of a part that Prosa cannot show. A customer's messages have no language of their own;
 * this is that of the product.
 */
export const CANNOT_SHOW = 'Mensagem que o Prosa não consegue mostrar. Peça ao cliente que a envie de outra forma.';

/** Whether something in a message could not be read. */
export const isUnread = ({ body, line }: Pick<ReceivedMessage, 'body' | 'line'>): boolean =>
  line === 'unsupported' || body.includes(CANNOT_SHOW);

/** A message of which nothing could be read is a line, which each screen says in its language, and which its content can fill later. */
export const asLine = (message: ReceivedMessage): ReceivedMessage =>
  message.body === CANNOT_SHOW && !message.media ? { ...message, body: '', line: 'unsupported' } : message;

/** Lines above a message: where it comes from (an advertisement, a story). Empty parts are left out. */
export const linesOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join('\n');

/**
 * Adds to a customer's message where they come from: above a text or a caption, or as the subject of the message if it has
 * neither. '' is nowhere.
 */
export const withSource = <Brings extends Pick<ReceivedMessage, 'body' | 'place' | 'contacts' | 'call' | 'choice' | 'context'>>(
  brings: Brings,
  source: string,
): Brings => {
  if (source === '') return brings;
  const isWordless = brings.place ?? brings.contacts ?? brings.call ?? brings.choice;
  return isWordless
    ? { ...brings, context: { kind: 'referral', words: source, gist: null } }
    : { ...brings, body: linesOf(source, brings.body) };
};

/** The names of a link or an advertisement among unknown data, as a message has them. */
export const refsOf = (...names: readonly unknown[]): Pick<ReceivedMessage, 'refs'> => {
  const refs = names.flatMap((name) => textOf(name) ?? []);
  return refs.length === 0 ? {} : { refs };
};

/** The time that a webhook states, in milliseconds; now if it states none. Never in the future. */
export const timeOf = (ms: number): string => {
  const now = Date.now();
  return new Date(Number.isFinite(ms) && ms > 0 ? Math.min(ms, now) : now).toISOString();
};

/** A text among unknown data; null if it is none, or empty. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** An id of ours among unknown data; null if it is none. */
export const ourIdOf = (value: unknown): string | null => fields.id.safeParse(value).data ?? null;

/** An object among unknown data; an empty one if it is none. */
export const partOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The objects of a list among unknown data. */
export const partsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(partOf) : []);

/** A text that is cut where it is longer than `most` characters. */
export const shortened = (text: string, most: number): string => {
  const all = text.trim();
  return all.length <= most ? all : `${beginningOf(all, { max: most - 1, unit: 'characters' }).trimEnd()}…`;
};
