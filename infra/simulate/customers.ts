import type { Abilities } from '@prosa/contracts';
import type { Event, KindName } from './kinds.ts';
import type { Sent } from './media.ts';

/** Somebody who writes to the company. `key`: the number of their contact, or what the channel has instead. */
export type Customer = { number: string; name: string; key: string };
/** A message that a customer has received. `type` is `text`, or that of a file. */
export type Delivered = { type: string; text: string; sha256: string | null; filename: string | null };

/** The customers of one channel, and the connection that they write to. */
export type Customers = {
  connectionId: string;
  /** The abilities of the channel; files that it does not take are not sent. */
  abilities: Pick<Abilities, 'files'>;
  /** The acts of its customers besides writing. */
  knows: readonly KindName[];
  /** A file as its receiver sees it, on this channel. */
  fileBy: (side: 'customer' | 'agent', file: Sent) => Sent;
  customer: (number: string, name: string) => Promise<Customer>;
  /** Writes, or acts on the message `targetId`. `id` is unique; the answer is the channel's id of it. */
  say: (by: Customer, id: string, event: Event, targetId?: string) => Promise<string>;
  sendFile: (by: Customer, id: string, file: Sent) => Promise<string>;
  delivered: (to: Customer) => Promise<Delivered[]>;
  /** Ends what was begun for them. */
  close: () => Promise<void>;
};
