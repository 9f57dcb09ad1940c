import { z } from 'zod';
import { ConnectionStatus } from '../channels/connections/connections.contract.ts';
import { ContactCard, Place } from '../desk/messages/kinds.contract.ts';
import * as f from '../kernel/fields.ts';
import { MediaKind } from '../media/media.facts.ts';
import { channelId, customer, forwarded, quotedId, simulatorKinds } from './simulator.kinds.ts';

/** `POST /webhooks/simulator/{connectionId}`: what a simulated customer writes or does, or a receipt for a message sent to them. */
export const SimulatorEvent = z.discriminatedUnion('type', [
  z.object({
    ...customer,
    type: z.literal('text'),
    text: f.text(65_536).refine((value) => value !== '', 'Required'),
    quotedId,
    forwarded,
  }),
  z.object({
    id: channelId,
    type: z.literal('ack'),
    messageId: f.id,
    ack: z.number().int().min(2).max(5),
    at: f.at,
  }),
  ...simulatorKinds,
]);
export type SimulatorEvent = z.output<typeof SimulatorEvent>;

/** `GET /webhooks/simulator/{connectionId}/delivered?to=NUMBER`: what that customer's phone shows, in order of arrival. */
export const SimulatorDelivered = z.array(
  z.object({
    id: f.id,
    type: z.enum(['text', 'location', 'contact', ...MediaKind.options]),
    /** The caption if there is a file; '' if the message was deleted. */
    text: z.string(),
    at: f.at,
    /** The quoted message: the customer's own id, or ours. */
    quotedId: z.string().nullable(),
    location: Place.nullable(),
    contacts: z.array(ContactCard).nullable(),
    /** The options that the customer may choose from. */
    choices: z.array(z.object({ id: z.string(), title: z.string() })).nullable(),
    /** `url`: address of the bytes, with the same token; null if they are gone. `sha256` is in hex. */
    media: z
      .object({
        mimetype: z.string(),
        filename: z.string().nullable(),
        size: z.number().int().nullable(),
        sha256: z.string().nullable(),
        url: z.string().nullable(),
      })
      .nullable(),
    deleted: z.boolean(),
  }),
);
export type SimulatorDelivered = z.output<typeof SimulatorDelivered>;

/** A status in the specified spelling, whatever its case is: some write `connected`. */
const statusOf = (value: unknown): unknown =>
  ConnectionStatus.options.find((status) => typeof value === 'string' && status.toLowerCase() === value.toLowerCase()) ?? value;

/**
 * `PUT /webhooks/simulator/{connectionId}/session`: the state of the session from now on. `qrcode` is the code that status `qrcode` shows
 * to link a device; without it one is made up. Any other status shows none: `PAIRING`, then `CONNECTED` is what a device does that has read
 * it.
 */
export const SimulatorSession = z.object({
  status: z.preprocess(statusOf, ConnectionStatus),
  qrcode: f.text(2_000).optional(),
});
export type SimulatorSession = z.output<typeof SimulatorSession>;

/**
 * `PUT /webhooks/simulator/{connectionId}/faults`: the faults of this connection from now on. A fault that is not named is switched off.
 */
export const SimulatorFaults = z.object({
  /** Duration of each send. */
  delayMs: z.number().int().min(0).max(20_000).default(0),
  /** Customers' messages, deliveries and receipts arrive twice. */
  duplicate: z.boolean().default(false),
  /** "Read" comes before "delivered". */
  reorder: z.boolean().default(false),
  /** No receipts at all. */
  silent: z.boolean().default(false),
  /** Number of next sends that fail but may be retried. */
  refuse: z.number().int().min(0).max(1_000_000).default(0),
  /** Number of next sends that fail permanently. */
  refusePermanently: z.number().int().min(0).max(1_000_000).default(0),
  /** Number of next sends that arrive without an answer to the sender. */
  loseAnswer: z.number().int().min(0).max(1_000_000).default(0),
  /** Number of next deletions that the channel refuses. */
  refuseDelete: z.number().int().min(0).max(1_000_000).default(0),
  /** Numbers that nobody has: sends to them fail as `not-there`. */
  unknown: z.array(f.number).max(1_000).default([]),
});
export type SimulatorFaults = z.output<typeof SimulatorFaults>;
