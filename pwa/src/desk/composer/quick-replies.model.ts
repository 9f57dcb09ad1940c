import { firstNameOf, type TicketView } from '@prosa/contracts';
import type { KeyboardEvent } from 'react';
import { searchable } from '../../kernel/i18n/searchable.ts';
import type { Typed } from './mentions/mentions.model.ts';

export type QuickReply = { id: string; shortcode: string; message: string; mediaPath: string | null; mediaName: string | null };
/** The values of a ticket that replace the variables. */
export type About = { contact: Pick<TicketView['contact'], 'name'> & { number?: string | null }; protocol: string };

/** The list's ids for the ARIA attributes of the field. */
export type ShownList = { listId: string; activeId: string | undefined };
/** Handles a key pressed in the field; returns whether the list used it. */
export type ListKeys = (event: KeyboardEvent) => boolean;

/** Maximum length of a label, in graphemes. */
const LABEL = 35;

/**
 * Returns the text typed behind a slash, up to the caret. The slash must begin a word; at least one more character is required unless `all`
 * is set.
 */
export const typedAt = (text: string, caret: number, all = false): Typed | null => {
  const found = /(?:^|\s)\/(\S*)$/.exec(text.slice(0, caret));
  const query = found?.[1];
  if (query === undefined || (query === '' && !all)) return null;
  return { from: caret - query.length - 1, to: caret, query };
};

/** Returns the replies whose shortcut or message contains the query: shortcuts that begin with it first, then other shortcuts. */
export const matching = <Reply extends Pick<QuickReply, 'shortcode' | 'message'>>(replies: Reply[], query: string): Reply[] => {
  const sought = searchable(query);
  const rank = ({ shortcode, message }: Reply): number => {
    const at = searchable(shortcode).indexOf(sought);
    return at === 0 ? 0 : at > 0 ? 1 : searchable(message).includes(sought) ? 2 : 3;
  };
  return replies
    .map((reply) => ({ reply, rank: rank(reply) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ reply }) => reply);
};

/** A message on one line, cut to the length of a label. */
export const labelOf = (message: string): string => {
  const line = message.replace(/\s+/g, ' ').trim();
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)];
  return characters.length > LABEL ? `${line.slice(0, characters[LABEL]!.index)}…` : line;
};

/** The greeting for an hour of the day. */
export const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';

/**
 * Fills in a message's variables: `{{nome}}` (the contact's first name, if there is one besides the number), `{{protocolo}}`, `{{saudacao}}`. A variable without a value is
 * removed with the space before it; unknown variables stay.
 */
export const filledReply = (message: string, about: About, greeting: string): string => {
  const values: Record<string, string> = {
    nome: firstNameOf({ number: null, ...about.contact }),
    protocolo: about.protocol,
    saudacao: greeting,
  };
  return message.replace(/([^\S\n]*)\{\{\s*([\p{L}_]+)\s*\}\}/gu, (whole, space: string, name: string) => {
    const value = values[searchable(name)];
    return value === undefined ? whole : value === '' ? '' : space + value;
  });
};
