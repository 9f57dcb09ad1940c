import type { MediaKind } from '../../media/media.facts.ts';
import type { ContactCard, LineKind, MessageKind, MissedCall, Place } from './kinds.contract.ts';

/** A message in one line: its kind (null for a text) and its words (null if they were forgotten). */
export type Summary = { kind: MessageKind | null; text: string | null };

/** The contents a message can have. A field is null if its person was forgotten. */
export type Content = {
  body: string | null;
  place?: Place | null | undefined;
  contacts?: readonly ContactCard[] | null | undefined;
  call?: MissedCall | null | undefined;
  line?: LineKind | null | undefined;
  media?: { kind: MediaKind } | null | undefined;
};

/** Returns the one-line summary of a message that lists, quotes and notices show. */
export const summaryOf = ({ body, place, contacts, call, line, media }: Content): Summary => {
  if (media) return { kind: media.kind, text: body };
  if (line) return { kind: line, text: body };
  if (place) return { kind: 'place', text: body || place.name || place.address || '' };
  if (contacts) return { kind: 'contacts', text: body || contacts.map(({ name }) => name).join(', ') };
  if (call) return { kind: `${call.kind}-call`, text: body };
  return { kind: null, text: body };
};

/** Returns all words of a message, for searching. */
export const wordsOf = ({ body, place, contacts }: Content): string =>
  [body, place?.name, place?.address, ...(contacts ?? []).flatMap(({ name, numbers }) => [name, ...numbers])]
    .filter(Boolean)
    .join('\n');
