import type { ChannelName, Identity, SendFailure } from '@prosa/contracts';
import type { Server } from '@prosa/infra/runtime';

/** A connection as `channel.control` tells of it. `tokenHash` is the SHA-256, in hex, of what its webhook is called with. */
export type Connection = {
  id: string;
  companyId: string;
  name: string;
  channel: ChannelName;
  provider: string;
  status: string;
  tokenHash: string | null;
  deleted: boolean;
};

/** What is to be sent. A repeated try has the same `messageId`, from which a channel's own id can be derived. */
export type OutgoingMessage = {
  messageId: string;
  to: Identity;
  body: string;
  quoted: { messageId: string; channelId: string | null } | null;
};

/** What a customer wrote: `identities` begins with the one that they wrote from; a group's author comes after the group. */
export type ReceivedMessage = {
  identities: [Identity, ...Identity[]];
  name: string;
  channelId: string;
  body: string;
  quoted: { channelId: string } | { messageId: string } | null;
  at: string;
};

/** A receipt, 2 to 5 (ADR 107), for our id or for the channel's. */
export type Receipt = { of: { messageId: string } | { channelId: string }; ack: number; at: string };

/** Each resolves when what it was told is durable, and only then may the channel be told that we have it. */
export type Callbacks = {
  received: (message: ReceivedMessage) => Promise<void>;
  acknowledged: (receipts: Receipt[]) => Promise<void>;
};

/**
 * A connection at work: one for each connection in the whole installation, held by the owner of its lease. For Baileys this is the
 * socket with its credentials and reconnecting; for the Graph API and the Cloud API little more than an access token.
 */
export type Session = {
  /**
   * Resolves when the channel has taken it; `channelId` is null where the channel calls it by our `messageId`, in receipts too. Throws
   * `Temporary`, `Permanent`, or anything else where the end is unknown.
   */
  send: (message: OutgoingMessage, options: { signal: AbortSignal }) => Promise<{ channelId: string | null }>;
  /** Takes back what was sent; `channelId` is our `messageId` where the channel has no other. Without it the channel cannot. */
  delete?: (message: { messageId: string; channelId: string; to: Identity }, options: { signal: AbortSignal }) => Promise<void>;
  stop: () => Promise<void>;
};

export type Provider = {
  channel: ChannelName;
  /**
   * What to do with a send whose end is unknown. `same id`: the recipient drops a second one of the same id, so it is sent again.
   * `unsure`: it might arrive twice, so it is never repeated by itself but shown as such.
   */
  again: 'same id' | 'unsure';
  start: (connection: Connection, callbacks: Callbacks) => Promise<Session>;
  /** What the channel calls, below `/webhooks/{channel}`; any instance may be called, whoever owns the connection. */
  webhook?: (app: Server, house: House) => void;
};

/** What a webhook needs to know: which connection is called, and where to put what it says. */
export type House = {
  /** As this instance knows it, some milliseconds old at most. */
  connection: (id: string) => Connection | undefined;
  /** As Postgres knows it now. `id` must be a UUID. */
  askConnection: (id: string) => Promise<Connection | undefined>;
  callbacksOf: (connection: Connection) => Callbacks;
};

/** Surely not sent. `reason` is what attendants are told; the message is for the log: no secret, no number, no text. */
abstract class NotSent extends Error {
  abstract readonly reason: SendFailure;
}

/** It may go at another try. */
export class Temporary extends NotSent {
  override name = 'Temporary';
  override readonly reason = 'unavailable';
}

/** It never will be. */
export class Permanent extends NotSent {
  override name = 'Permanent';
  override readonly reason = 'refused';
}
