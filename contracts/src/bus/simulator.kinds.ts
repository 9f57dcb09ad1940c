import { z } from 'zod';
import { Waveform } from '../desk/messages/kinds.contract.ts';
import * as f from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { MediaKind, mediaMost } from '../media/media.facts.ts';

/** Maximum lengths of the parts of a message that is neither a text nor a file. */
export const kindLimits = {
  name: 200,
  address: 1_000,
  cards: 50,
  numbers: 20,
  choiceId: 256,
  choiceTitle: 1_000,
  emoji: 64,
} as const;

const said = (max: number) => f.text(max).refine((value) => value.trim() !== '', 'Required');
const optional = (max: number) =>
  f
    .text(max)
    .nullish()
    .transform((value) => value?.trim() || null);

export const PlacePayload = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: optional(kindLimits.name),
  address: optional(kindLimits.address),
});
export const ContactCardPayload = z.object({
  name: said(kindLimits.name),
  numbers: z.array(said(50)).max(kindLimits.numbers),
});
export const ContactCardsPayload = z.array(ContactCardPayload).min(1, 'Required').max(kindLimits.cards);
export const CallPayload = z.object({ kind: z.enum(['voice', 'video']) });
export const ChoicePayload = z.object({ id: said(kindLimits.choiceId), title: said(kindLimits.choiceTitle) });

/** One emoji, including skin tone and joined sequences; '' removes a reaction. */
export const EmojiPayload = f.text(kindLimits.emoji).refine((value) => value === '' || isEmoji(value), 'Invalid emoji');
const isEmoji = (value: string): boolean =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(value) &&
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value)].length === 1;

/** The channel's own id of a message or of an action on one. */
export const channelId = z.string().min(1).max(200).refine(f.storable, 'Invalid text');
export const customer = {
  id: channelId,
  from: z
    .string()
    .trim()
    .min(8)
    .max(50)
    .regex(/^\+?[\d\s().-]+$/),
  name: f.text(200).default(''),
  at: f.at,
};
/** The answered message: our message id or the customer's own `id`. */
export const quotedId = f.text(200).optional();
/** The customer had it from somebody else. */
export const forwarded = z.boolean().optional();
/** The same for the message that is edited, deleted or reacted to. */
const targetId = channelId;

const side = z.coerce.number().int().min(1).max(mediaMost.side).nullish();
/**
 * A file, called what the customer calls it. `data`: its bytes in base64; they come as the part `media` of a form otherwise. Its measures are
 * what the customer's app says of it, as those of real channels do.
 */
const file = z.object({
  mimetype: f
    .text(100)
    .transform((mime) => mime.trim().toLowerCase())
    .refine((mime) => /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;.*)?$/.test(mime), 'Invalid type'),
  filename: f
    .text(255)
    .nullish()
    .transform((name) => name || null),
  data: z.base64('Invalid base64').optional(),
  width: side,
  height: side,
  durationMs: z.coerce.number().int().min(0).max(mediaMost.durationMs).nullish(),
  waveform: Waveform.nullish(),
});

/** A simulated customer's file, with its caption. */
export const simulatorFile = z.object({
  ...customer,
  type: MediaKind,
  text: f.text(limits.messageMax).default(''),
  media: file,
  quotedId,
  forwarded,
});
export type SimulatorFile = z.output<typeof simulatorFile>;

/** A simulated customer's messages that are not text, and actions on messages. `id` identifies the action. */
export const simulatorKinds = [
  z.object({ ...customer, type: z.literal('location'), location: PlacePayload, quotedId }),
  z.object({ ...customer, type: z.literal('contact'), contacts: ContactCardsPayload, quotedId }),
  z.object({ ...customer, type: z.literal('call'), call: CallPayload }),
  z.object({ ...customer, type: z.literal('choice'), choice: ChoicePayload, quotedId }),
  z.object({ ...customer, type: z.literal('edited'), targetId, text: said(limits.messageMax) }),
  z.object({ ...customer, type: z.literal('deleted'), targetId }),
  z.object({ ...customer, type: z.literal('reaction'), targetId, text: EmojiPayload }),
  simulatorFile,
] as const;
