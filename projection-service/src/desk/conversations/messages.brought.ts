import type { ConversationFact, MediaAnnounced, MediaFacts } from '@prosa/contracts';

/** A file as in its event; forgotten fields are null. */
export type MediaRow = Omit<MediaFacts, 'sha256' | 'bytes'> & { sha256: string | null; bytes: number | null };

/** The known facts of a file whose bytes are not stored yet. */
const announced = ({ width = null, height = null, durationMs = null, ...media }: MediaAnnounced): MediaRow => ({
  ...media,
  sha256: null,
  width,
  height,
  durationMs,
  thumbnail: false,
});

type Brought = Pick<
  Extract<ConversationFact, { type: 'MessageFilled' }>['data'],
  'quotedId' | 'place' | 'contacts' | 'call' | 'choice' | 'line' | 'media' | 'waveform' | 'forwarded' | 'context'
>;
/** The place and the contact cards that a message shows. */
export const cardsOf = ({ place, contacts }: Pick<Brought, 'place' | 'contacts'>) => ({
  place: place ?? null,
  contacts: contacts ?? null,
});
/** The contents of a message written with the channel's own program, besides its text. */
export const broughtBy = ({ quotedId, call, choice, line, media, waveform, context, forwarded = false, ...shown }: Brought) => ({
  quotedId,
  ...cardsOf(shown),
  call: call ?? null,
  choice: choice ?? null,
  line: line ?? null,
  waveform: waveform ?? null,
  context: context ?? null,
  forwarded,
  ...(media && { media: announced(media), mediaState: 'coming' as const }),
});
