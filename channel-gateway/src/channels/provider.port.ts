import type {
  AccountNews,
  ChannelName,
  ConnectionStatus,
  GatewayAnswer,
  GatewayQuestion,
  Identity,
  IdentityKind,
  SendFailure,
  SessionAsk,
  SessionAsked,
} from '@prosa/contracts';
import type { Logger, OpenMedia, Parcels, Part, Server, ShownCode } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Done, OutgoingMessage, Post, Receipt, ReceivedMessage } from './provider.messages.ts';

// The port is all that a provider knows of the gateway.
export * from './provider.errors.ts';
export type * from './provider.messages.ts';

/** A connection as published on `channel.control`. `tokenHash` is the SHA-256, in hex, of the token that calls of its webhook carry. */
export type Connection = {
  id: string;
  companyId: string;
  name: string;
  channel: ChannelName;
  provider: string;
  status: ConnectionStatus;
  tokenHash: string | null;
  deleted: boolean;
  /** Whether messages of groups are taken: the company's setting CheckMsgIsGroup. */
  takesGroups: boolean;
  /** Whether calls may ring until somebody takes them on the phone: the company's setting call. Otherwise they are rejected. */
  takesCalls: boolean;
  /** The last request for its session. */
  asked: SessionAsked | null;
};

type Identities = [Identity, ...Identity[]];
/** Each promise resolves when the report is durable; only then may the channel be told that we have it. */
export type Callbacks = {
  /** Messages in the order in which they were written. If it rejects, some of them may have been reported. */
  received: (messages: readonly ReceivedMessage[]) => Promise<void>;
  acknowledged: (receipts: Receipt[]) => Promise<void>;
  /** The author changed the message's text, or deleted the message. An action on another author's message changes nothing. */
  edited: (edit: Done & { body: string }) => Promise<void>;
  revoked: (revoke: Done) => Promise<void>;
  /** '' removes the reaction. */
  reacted: (reaction: Done & { emoji: string }) => Promise<void>;
  /** A customer has another number, or another id of the channel; both lists begin with the number, if there is one. */
  renamed: (change: { was: Identities; is: Identities; at: string }) => Promise<void>;
  /** A customer told the channel whether they want marketing messages. */
  preferred: (told: { identities: Identities; optedOut: boolean; at: string }) => Promise<void>;
  /** The channel tells the company of its account. */
  accountTold: (news: AccountNews) => Promise<void>;
  /**
   * The channel proves that it has a message of ours, by our id, and tells its own. If the message's outcome is unknown, it is taken by
   * that. Returns whether the message was sent by this connection and had no id of the channel yet.
   */
  settled: (proof: { messageId: string; channelId: string; at: string }) => Promise<boolean>;
  /**
   * A message that the channel had accepted has failed. Rejects if its acceptance was not reported yet, which would come after: the channel
   * has to tell again.
   */
  failed: (failure: { of: Receipt['of']; reason: SendFailure; at: string }) => Promise<void>;
};

/**
 * The state of a session. `reason` is a one-word code from which the text for users is derived, with a number where it counts something. `account`: the account that the channel
 * reports for the connection.
 */
export type SessionState = {
  status: ConnectionStatus;
  reason?: string | null;
  until?: Date | null;
  account?: string | null;
};

/**
 * The QR code that administrators see to link a device. Anyone who reads it can link one: it is never in an event, on the bus or in a log.
 */
export type Code = ShownCode;

/** Runs in one transaction under the connection's lease. Keep it short: the lease is not renewed meanwhile. Rejects with LeaseLost. */
export type Transaction = <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>;

/**
 * Encrypts a connection's secrets with its key, which is destroyed with the connection. `context` names the secret's purpose; a secret
 * opens only with the same context.
 */
export type Vault = {
  seal: (clear: Buffer | string, context: string) => Promise<Buffer>;
  open: (sealed: Buffer, context: string) => Promise<Buffer>;
};

/**
 * The channel's name of an account, and the values by name (an access token) that a provider needs to act for a connection. The
 * command side supplies them; they may change at any time, after which the session is nudged.
 */
export type Secrets = { externalId: string | null; values: Record<string, string> };

export type Migrations = Part['migrations'];

/**
 * Opens an outgoing file, sent or not yet sent; null if it does not exist. Throws if its person was forgotten or the store is unavailable.
 */
export type OpenFile = (mediaId: string) => Promise<OpenMedia | null>;

/** Measurements of one session for operators, without anything personal. */
export type SessionMeter = {
  /** Its channel has said something. */
  heard: () => void;
  /** It was closed, and tries again. */
  reconnected: () => void;
  /** A message could not be decrypted. */
  unreadable: () => void;
  /** So many messages of its customers are set aside now, because they cannot be reported. */
  setAside: (count: number) => void;
  /** Whether the channel holds back what came meanwhile. */
  heldBack: (isHeld: boolean) => void;
  /** The channel refuses this version of its client: all sessions of it will end. */
  versionRefused: () => void;
};

/** The gateway's services for a session while its owner has the lease. */
export type Held = {
  callbacks: Callbacks;
  /** Aborted when the lease ends: all communication with the channel must end in the same tick, because another owner may start. */
  lost: AbortSignal;
  transaction: Transaction;
  vault: Vault;
  /** Null if none were supplied. */
  secrets: () => Promise<Secrets | null>;
  openMedia: OpenFile;
  /** The path under which anybody can fetch an outgoing file for an hour, on the product's one origin. */
  linkTo: (mediaId: string) => string;
  /** Counts for the operator. */
  meter: SessionMeter;
  /** Opens bytes that came with a webhook, by their `source`; null if they no longer exist. */
  openParcel: Parcels['open'];
  /** Resolves when the state is durable; from then on it is published until it is received. An unchanged state does nothing. */
  report: (state: SessionState) => Promise<void>;
  /** Shows a code. Null removes it, as do a reported status other than `qrcode` and the end of the owner. */
  show: (code: Code | null) => Promise<void>;
  /** To be called when `ready()` has become true. */
  becameReady: () => void;
};

/**
 * A running connection: one for each connection in the whole installation, held by the owner of its lease. For Baileys this is the socket
 * with its credentials and reconnecting; for the Graph API and the Cloud API little more than an access token.
 */
export type Session = {
  /** While false, nothing is taken from the outbox, so no retry is used up. Absent: always true. */
  ready?: () => boolean;
  /**
   * Resolves when the channel has accepted the message. `channelId` is null if the channel identifies it by our `messageId`, in receipts
   * too. Throws `Temporary`, `Permanent`, or anything else if the outcome is unknown.
   */
  send: (message: OutgoingMessage, options: { signal: AbortSignal }) => Promise<{ channelId: string | null }>;
  /**
   * Does what must precede the sending of a message with a file, and may be repeated: an upload. The result is stored and given to `send`.
   * Errors as of `send`, but nothing is unclear after them.
   */
  prepare?: (message: OutgoingMessage, options: { signal: AbortSignal }) => Promise<string>;
  /** Deletes a sent message; `channelId` is our `messageId` if the channel has no other id. Absent if the channel cannot delete. */
  delete?: (message: { messageId: string; channelId: string; to: Identity }, options: { signal: AbortSignal }) => Promise<void>;
  /**
   * Streams the bytes of a customer's file, by its `source`. Throws `Gone`, `Permanent` if they are not what the channel announced, or
   * anything else if a retry may help. Absent if the channel provides no files.
   */
  fetchMedia?: (source: string, options: { signal: AbortSignal }) => Promise<AsyncIterable<Uint8Array>>;
  /** The small picture of a file that came with its message, by the file's `source`; null if none did. Absent if the channel sends none. */
  posterOf?: (source: string) => Buffer | null;
  /** Tells a customer, by the channel's ids, which of their messages were read; best effort. Absent if the channel cannot. */
  read?: (read: { to: Identity; channelIds: string[] }) => Promise<void>;
  /**
   * A request for the session; for a deleted connection the request to end. What the provider writes inside `once` is committed together
   * with the note that the request was carried out. Until then the request is repeated, also by the next owner, so side effects outside of
   * `once` may happen twice. Rejects soon after `lost`. `number`: of the phone for which a code to type is asked besides.
   */
  asked?: (ask: SessionAsk, once: Transaction, number?: string | null) => Promise<void>;
  /** The connection's name, token, status or settings have changed. */
  changed?: (connection: Connection) => void;
  /**
   * A webhook of the provider has called `nudge`, perhaps on another instance, or the secrets have changed; may come without a cause.
   */
  nudged?: () => void;
  stop: () => Promise<void>;
};

/** A channel's provider. Its tables and webhooks live in its own folder; it reaches the gateway only through this port. */
export type Provider = {
  channel: ChannelName;
  /**
   * The provider's name within the channel, as a connection states it; null: all connections of the channel that no other provider matches.
   */
  provider: string | null;
  /** The kinds of identity by which it knows customers. */
  identities: readonly IdentityKind[];
  /**
   * Handling of a send whose outcome is unknown. `same id`: the recipient drops a second message with the same id, so it is sent
   * again. `unsure`: it might arrive twice, so it is never resent automatically but shown as such.
   */
  again: 'same id' | 'unsure';
  /** Its own tables in the schema `gateway`, with the provider's name in their names. A migration is never edited. */
  migrations?: Migrations;
  /** Statements that delete data with limited retention: run once an hour, possibly by several instances. */
  sweeps?: readonly string[];
  /**
   * Statements that delete what is kept of the messages to a customer who was forgotten. $1: the connection; $2, $3: the ids of the messages
   * lie between them.
   */
  forgets?: readonly string[];
  /** Returns at once; the session may become ready much later. An exception is logged, and the start is retried. */
  start: (connection: Connection, held: Held) => Session;
  /**
   * Registers the webhooks that the channel calls, below `/webhooks/{channel}`. Any instance may be called, whichever owns the connection.
   * Parsers and hooks added here are scoped to this provider.
   */
  webhook?: (app: Server, services: GatewayServices) => void;
  /**
   * Answers a question of the command side, on whichever instance was asked. A question about a connection was checked to be its own
   * company's. Null if it cannot tell; rejects after `signal` was aborted.
   */
  answers?: (question: GatewayQuestion, services: GatewayServices, signal: AbortSignal) => Promise<GatewayAnswer | null>;
};

/** Arguments for creating a provider, which reads its own settings from the environment. */
export type Tools = { pool: pg.Pool; log: Logger; env: Readonly<Record<string, string | undefined>> };
export type ProviderMaker = (tools: Tools) => Provider;

/**
 * The gateway's services for a provider outside of its sessions: the connection meant, its files and secrets, where to report.
 */
export type GatewayServices = {
  /** As this instance knows it, at most some milliseconds old. */
  connection: (id: string) => Connection | undefined;
  /** As Postgres knows it now. `id` must be a UUID. */
  askConnection: (id: string) => Promise<Connection | undefined>;
  callbacksOf: (connection: Connection) => Callbacks;
  vaultOf: (connection: Connection) => Vault;
  /** Null if none were supplied. */
  secretsOf: (connection: Pick<Connection, 'id' | 'companyId'>) => Promise<Secrets | null>;
  /** The connection of a channel's account, as supplied with its secrets; undefined if it has none, or was deleted. */
  whoHas: (channel: ChannelName, externalId: string) => Promise<Connection | undefined>;
  /** The connections of a channel that have the business account, which is among their secrets as `wabaId`. */
  inBusiness: (channel: ChannelName, wabaId: string) => Promise<Connection[]>;
  openMedia: OpenFile;
  /** Tells the session of the connection, whichever instance runs it, to look into the provider's tables. */
  nudge: (connection: Pick<Connection, 'id'>) => Promise<void>;
  /** For files received with the webhook. */
  parcels: Post;
  /** Whether the connection was asked to send that message of ours. */
  wasSent: (connection: Connection, messageId: string) => Promise<boolean>;
  /** Our id of a message of ours, by the channel's; null if it is none of ours. */
  ownIdOf: (connection: Connection, channelId: string) => Promise<string | null>;
};
