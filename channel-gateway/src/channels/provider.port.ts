import type {
  ChannelName,
  ConnectionStatus,
  Identity,
  IdentityKind,
  MediaReference,
  SendFailure,
  SessionAsk,
} from '@prosa/contracts';
import type { Logger, Part, Server } from '@prosa/infra/runtime';
import type pg from 'pg';

/** A connection as `channel.control` tells of it. `tokenHash` is the SHA-256, in hex, of what its webhook is called with. */
export type Connection = {
  id: string;
  companyId: string;
  name: string;
  channel: ChannelName;
  provider: string;
  status: ConnectionStatus;
  tokenHash: string | null;
  deleted: boolean;
  /** What was asked of its session last. */
  asked: { id: string; ask: SessionAsk } | null;
};

/** What is to be sent. A repeated try has the same `messageId`, from which a channel's own id can be derived. */
export type OutgoingMessage = {
  messageId: string;
  to: Identity;
  /** The text; with `media` what is written under it. */
  body: string;
  media: MediaReference | null;
  quoted: { messageId: string; channelId: string | null } | null;
};

/**
 * What a customer wrote: `identities` begins with the one that they wrote from; a group's author comes after the group. They are of the
 * kinds that the provider names, each spelled as its kind is (contracts, `isIdentity`).
 */
export type ReceivedMessage = {
  identities: [Identity, ...Identity[]];
  name: string;
  channelId: string;
  /** The text; with `media` what is written under it. */
  body: string;
  media?: ReceivedMedia;
  quoted: { channelId: string } | { messageId: string } | null;
  at: string;
};

/** A customer's file. `source` is how the channel gives its bytes (a link, its keys): sealed and kept by the gateway, never on the bus. */
export type ReceivedMedia = Pick<MediaReference, 'kind' | 'mime' | 'bytes' | 'name'> & { source: string };

/** A receipt, 2 to 5 (ADR 107), for our id or for the channel's. */
export type Receipt = { of: { messageId: string } | { channelId: string }; ack: number; at: string };

/** Each resolves when what it was told is durable, and only then may the channel be told that we have it. */
export type Callbacks = {
  received: (message: ReceivedMessage) => Promise<void>;
  acknowledged: (receipts: Receipt[]) => Promise<void>;
};

/** How a session is. `reason` is one word, for people to be told by; `account`: whom the channel takes the connection for. */
export type SessionState = {
  status: ConnectionStatus;
  reason?: string | null;
  until?: Date | null;
  account?: string | null;
};

/** What administrators are shown to link a device with. Whoever reads it can: it is never in an event, on the bus or in a log. */
export type Code = { qrcode: string; retries: number };

/** Runs in one transaction under the connection's lease. Keep it short: the lease is not renewed meanwhile. Rejects with LeaseLost. */
export type Transaction = <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>;

/** Seals a connection's secrets with its key, which is destroyed with the connection; `context` says what it is, and opens nothing else. */
export type Vault = {
  seal: (clear: Buffer | string, context: string) => Promise<Buffer>;
  open: (sealed: Buffer, context: string) => Promise<Buffer>;
};

export type Migrations = Part['migrations'];

/** What a session has of the gateway while its owner holds the lease. */
export type Held = {
  callbacks: Callbacks;
  /** Aborted when the lease ends: whatever talks to the channel ends in the same tick, as another owner may begin. */
  lost: AbortSignal;
  transaction: Transaction;
  vault: Vault;
  /** Resolves when the state is durable; from then on it is told until it is heard. What it was before changes nothing. */
  report: (state: SessionState) => Promise<void>;
  /** Null takes it away, as does a reported status other than `qrcode`, and the owner's end. */
  show: (code: Code | null) => Promise<void>;
  /** To be called when `ready()` is true at last. */
  becameReady: () => void;
};

/**
 * A connection at work: one for each connection in the whole installation, held by the owner of its lease. For Baileys this is the
 * socket with its credentials and reconnecting; for the Graph API and the Cloud API little more than an access token.
 */
export type Session = {
  /** While false nothing is taken from the outbox, so that no try is used up. Left out: always true. */
  ready?: () => boolean;
  /**
   * Resolves when the channel has taken it; `channelId` is null where the channel calls it by our `messageId`, in receipts too. Throws
   * `Temporary`, `Permanent`, or anything else where the end is unknown.
   */
  send: (message: OutgoingMessage, options: { signal: AbortSignal }) => Promise<{ channelId: string | null }>;
  /** Takes back what was sent; `channelId` is our `messageId` where the channel has no other. Without it the channel cannot. */
  delete?: (message: { messageId: string; channelId: string; to: Identity }, options: { signal: AbortSignal }) => Promise<void>;
  /**
   * Somebody asks something of the session; of a deleted connection that it ends. What the provider writes for it in `once` is committed
   * with the note that it was done. Until that note it is asked again, by the next owner too: what is done outside may come twice.
   * It rejects soon after `lost`.
   */
  asked?: (ask: SessionAsk, once: Transaction) => Promise<void>;
  /** The connection has another name, token or status. */
  changed?: (connection: Connection) => void;
  stop: () => Promise<void>;
};

/** A channel's provider. What it keeps and what it is called by lives in its own folder and comes to the gateway by this alone. */
export type Provider = {
  channel: ChannelName;
  /** Which one of the channel, as a connection names it; null: all connections of the channel that no other one is named for. */
  provider: string | null;
  /** How it knows customers. */
  identities: readonly IdentityKind[];
  /**
   * What to do with a send whose end is unknown. `same id`: the recipient drops a second one of the same id, so it is sent again.
   * `unsure`: it might arrive twice, so it is never repeated by itself but shown as such.
   */
  again: 'same id' | 'unsure';
  /** Tables of its own in the schema `gateway`, named for it. A migration is never edited. */
  migrations?: Migrations;
  /** Statements that delete what is kept for a while only: run once an hour, by any number of instances. */
  sweeps?: readonly string[];
  /** Returns at once: it may be long until the session is ready. What it throws is logged, and it is tried again. */
  start: (connection: Connection, held: Held) => Session;
  /**
   * Registers what the channel calls, below `/webhooks/{channel}`; any instance may be called, whoever owns the connection. Parsers and
   * hooks that it adds concern nobody else.
   */
  webhook?: (app: Server, house: House) => void;
};

/** What a provider is made with. It reads what it needs of the environment by itself. */
export type Tools = { pool: pg.Pool; log: Logger; env: Readonly<Record<string, string | undefined>> };
export type ProviderMaker = (tools: Tools) => Provider;

/** What a webhook needs to know: which connection is called, and where to put what it says. */
export type House = {
  /** As this instance knows it, some milliseconds old at most. */
  connection: (id: string) => Connection | undefined;
  /** As Postgres knows it now. `id` must be a UUID. */
  askConnection: (id: string) => Promise<Connection | undefined>;
  callbacksOf: (connection: Connection) => Callbacks;
  vaultOf: (connection: Connection) => Vault;
  /** Whether that message of ours was to be sent on the connection. */
  wasSent: (connection: Connection, messageId: string) => Promise<boolean>;
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
