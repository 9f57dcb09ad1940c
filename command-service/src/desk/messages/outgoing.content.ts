import {
  type Abilities,
  beginningOf,
  type Cards,
  type ContactCard,
  type ConversationFact,
  carriedAs,
  lengthIn,
  type MediaAnnounced,
  mapLink,
  type Outbound,
  type Place,
  type QuotedContent,
  signedText,
} from '@prosa/contracts';
import type { MessageFact } from './message.reading.ts';

export type Sent = Extract<ConversationFact, { type: 'MessageSent' | 'OutreachSent' }>;
type Content = Pick<Extract<Outbound, { kind: 'send' }>, 'body' | 'media' | 'place' | 'contacts'>;

/** Longest part of a file's name above its address. */
const NAME = { max: 80, unit: 'characters' } as const;
/** Longest part of a quoted message above its answer. */
const QUOTE = { max: 80, unit: 'characters' } as const;

/**
 * A text, a place, contact cards, or a reference to a file with its caption. A file that the channel does not take as what it is goes as a document, or else as a
 * link below the caption; places and cards that it does not show go as texts.
 */
export const contentOf = (sent: Sent, abilities: Abilities, linkTo: (mediaId: string, at: number) => string): Content => {
  const { type, data } = sent;
  const { body, media, place, contacts } = data;
  const { location: placesGo, contacts: cardsGo } = abilities.sends;
  if (place) return placesGo === 'as-is' ? { body: null, place } : { body: textOfPlace(place) };
  if (contacts) return cardsGo === 'as-is' ? { body: null, contacts } : { body: textOfContacts(contacts) };
  if (!media) return { body: signed(sent) };
  const { mediaId, kind, mime, bytes, name, width, height, durationMs } = media;
  const caption = body === '' ? '' : signed(sent);
  const as = carriedAs(abilities, { kind, mime, bytes });
  const measures = { width, height, durationMs, ...(type === 'MessageSent' && data.waveform && { waveform: data.waveform }) };
  if (as !== 'link') return { body: null, media: { mediaId, kind: as, mime, bytes, name, caption, ...measures } };
  const link = linkTo(mediaId, sent.meta.at.getTime());
  return { body: [caption, name && beginningOf(name, NAME), link].filter(Boolean).join('\n') };
};

/** The content below the words that it answers, where the channel has no quotes; without them if there is no room. */
export const quoting = ({ body, media }: Content, quoted: string, { longestText, longestCaption }: Abilities): Content => {
  const line = quoted.replace(/\s+/g, ' ').trim();
  if (line === '') return { body, ...(media && { media }) };
  const begun = beginningOf(line, QUOTE);
  const above = (text: string): string => `> ${begun}${begun === line ? '' : '…'}\n\n${text}`;
  if (media) {
    const caption = above(media.caption);
    return { body, media: lengthIn(longestCaption, caption) > longestCaption.max ? media : { ...media, caption } };
  }
  const text = above(body ?? '');
  return { body: lengthIn(longestText, text) > longestText.max ? body : text };
};

/** The content of a quoted message, sent along because phones show a quote by it. Null: its person was forgotten. */
export const shownOf = ({ type, data }: MessageFact): QuotedContent | null => {
  if (data.body === null) return null;
  const body = type === 'MessageSent' ? signedText(data.signature, data.body) : data.body;
  const { media, place, contacts } = data as { media?: MediaAnnounced | null } & Cards;
  if (media) {
    const { mediaId, kind, mime, name, width, height, durationMs } = media;
    return { body, media: { mediaId, kind, mime, name, width, height, durationMs } };
  }
  return { body, ...(place && { place }), ...(contacts && { contacts }) };
};

const textOfPlace = (place: Place): string => [place.name, place.address, mapLink(place)].filter(Boolean).join('\n');
const textOfContacts = (contacts: readonly ContactCard[]): string =>
  contacts.map(({ name, numbers }) => [name, ...numbers].join('\n')).join('\n\n');

const signed = ({ type, data }: Sent): string => signedText(type === 'MessageSent' ? data.signature : null, data.body);
