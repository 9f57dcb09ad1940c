import type { Mention, MessageView, TagView } from '@prosa/contracts';
import type { Failure } from '../../kernel/calls/api-error.ts';

/** The message that a reply answers, as its quote shows it. */
export type Quote = NonNullable<MessageView['quotedMsg']>;

/** An attendant's act that no record shows yet: a message, an observation or a tag change. */
export type Outgoing = {
  /** The Idempotency-Key, and the record's `clientId`; chosen when it is queued, so that the server recognises a repeated send. */
  key: string;
  ticketId: string;
  body: string;
  isObservation: boolean;
  /** The name to write above it, as the record will contain it. */
  signature: string | null;
  quoted: Quote | null;
  /** Whom an observation names; gone once its text is changed. */
  mentions?: Mention[] | undefined;
  createdAt: string;
  /** `taken`: Prosa has accepted it; its record will follow. */
  state: 'waiting' | 'taken' | 'failed';
  /** The position at which Prosa accepted it. */
  position: string | null;
  failure: Failure | null;
  /** Its file; `body` is then the caption. `mediaId` is null until the file is uploaded. */
  file?: OutgoingFile | undefined;
  /** The ticket's new complete set of tags; it is no message then. */
  tags?: Pick<TagView, 'id' | 'name' | 'color'>[] | undefined;
  /** The key was sent to the server: an edit needs another key. */
  isUsed?: boolean | undefined;
  /** The last try had no answer: Prosa may have accepted it. */
  isUnknown?: boolean | undefined;
  /** Upload progress of its file, from 0 to 1; only in the tab that sends it. */
  part?: number | undefined;
};

export type OutgoingFile = {
  mediaId: string | null;
  /** The name that the customer sees. */
  name: string;
  bytes?: number | undefined;
  /** The type that the browser reports. */
  type?: string | undefined;
  /** Duration of a recording, in milliseconds. */
  durationMs?: number | undefined;
  /** The shape of a recording, as contracts' `Waveform`. */
  waveform?: number[] | undefined;
};

/** The body of `POST /messages/:ticketId` for a message. */
export const messageOf = ({ body, isObservation, signature, quoted, mentions, file }: Outgoing) => ({
  body,
  isObservation,
  signed: signature !== null,
  ...(quoted ? { quotedMsg: quoted.id } : {}),
  ...(mentions ? { mentions } : {}),
  ...(file?.mediaId ? { mediaId: file.mediaId, ...(file.waveform && { waveform: file.waveform }) } : {}),
});

/** The body of `POST /tags/sync` for a tag change. */
export const taggingOf = ({ ticketId, tags = [] }: Outgoing) => ({ ticketId, tags: tags.map(({ id }) => id) });

/** Whether its text can still be changed: if it may have been accepted it cannot, because the customer would get both texts. */
export const mayEdit = ({ state, isUnknown, tags }: Outgoing): boolean => state !== 'taken' && !isUnknown && !tags;

/** Returns it with another text, and with a new key if the server knows the old one. */
export const edited = (outgoing: Outgoing, body: string, newKey: string): Outgoing => ({
  ...again(outgoing),
  body,
  mentions: undefined,
  ...(outgoing.isUsed ? { key: newKey, isUsed: false } : {}),
});

/** Returns it as waiting, to be tried again. */
export const again = (outgoing: Outgoing): Outgoing => ({ ...outgoing, state: 'waiting', failure: null });

/** The stored form: progress belongs to the tab that sends. */
export const stored = ({ part: _, ...outgoing }: Outgoing): Outgoing => outgoing;

/** No answer, or a busy server: the outcome is unknown, and the same key can be retried. */
export const isWorthRetrying = ({ code, status }: Pick<Failure, 'code' | 'status'>): boolean =>
  code !== 'CANCELLED' && (status === 0 || status >= 500 || status === 429);
