import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { MediaKind } from '../../media/media.facts.ts';

/** Messages of customers that are neither text nor file. The edge limits the length of their parts (`bus/simulator.kinds.ts`). */

/** A geographic location, in degrees; name and address if the channel provides them. */
export const Place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().nullable(),
  address: z.string().nullable(),
});
export type Place = z.output<typeof Place>;

/** An entry of the customer's address book. */
export const ContactCard = z.object({ name: z.string(), numbers: z.array(z.string()) });
export type ContactCard = z.output<typeof ContactCard>;

/** A missed call. */
export const MissedCall = z.object({ kind: z.enum(['voice', 'video']) });
export type MissedCall = z.output<typeof MissedCall>;

/** The option that the customer chose; its title is the message's text. */
export const Choice = z.object({ id: z.string(), title: z.string() });
export type Choice = z.output<typeof Choice>;

/**
 * A message that is not shown, in whose place a line says what to do: a file that may be viewed once; something that no linked device can
 * read; a message that could not be decrypted yet; one of which nothing could be read. What can be read later replaces its line.
 */
export const LineKind = z.enum(['view-once', 'phone-only', 'undecrypted', 'unsupported']);
export type LineKind = z.output<typeof LineKind>;

/** Maximum number of parts of a `Waveform`. */
export const WAVEFORM_PARTS = 64;
/**
 * The shape of a recorded voice, as the device that recorded it measured it: how loud its equal parts are, from 0 to 100. WhatsApp has 64 of
 * them.
 */
export const Waveform = z.array(z.number().int().min(0).max(100)).min(1).max(WAVEFORM_PARTS);
export type Waveform = z.output<typeof Waveform>;

/** One person's reaction to a message. `fromMe`: the company's own, made on its phone. */
export const Reaction = z.object({ emoji: z.string(), fromMe: z.boolean(), name: z.string().nullable() });
export type Reaction = z.output<typeof Reaction>;

/** Unread messages of a ticket: the id of the first of them, and how many there are. */
export const Unread = z.object({ from: f.id, count: z.number().int() });
export type Unread = z.output<typeof Unread>;

/** The kind of a message that is not text. A line about the message names it in the reader's language. */
export const MessageKind = z.enum(['place', 'contacts', 'voice-call', 'video-call', ...LineKind.options, ...MediaKind.options]);
export type MessageKind = z.output<typeof MessageKind>;

/**
 * The context of a customer's message, as far as the channel reports it: the status that it answers; a message that it answers
 * and Prosa does not have; a product; the advertisement or link that the customer came by. `words`: the text of that, or ''.
 * `gist`: its kind if it is not text.
 */
export const MessageContext = z.object({
  kind: z.enum(['status', 'message', 'product', 'referral']),
  words: z.string(),
  gist: MessageKind.nullable(),
});
export type MessageContext = z.output<typeof MessageContext>;
/** The longest `words`, in characters. */
export const CONTEXT_WORDS = 1_000;
