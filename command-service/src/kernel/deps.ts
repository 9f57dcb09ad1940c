import type { Profile } from '@prosa/contracts';
import type {
  accessTokens,
  EventCodec,
  KeyRing,
  Logger,
  MediaVault,
  Parcels,
  Scheduler,
  Server,
  Store,
} from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import type { IdentifyCommand } from './command-identity.ts';
import type { Gateway } from './gateway.ts';
import type { Handle } from './handler.ts';
import type { MailSettings } from './mail-settings.ts';
import type { PixSettings } from './pix-settings.ts';
import type { Kept } from './reference-data.records.ts';
import type { ReferenceData } from './reference-data.ts';

/** The caller, a person or an API key, as the reference data knows them at this moment. */
export type Caller = {
  /** Of an API key: its own id. */
  userId: string;
  companyId: string;
  profile: Profile;
  super: boolean;
  queueIds: readonly string[];
  seesGrey: boolean;
  name: string | null;
  /** The version of the calling session; 0 for an API key. */
  version: number;
  /** The scopes of an API key; undefined for a person. */
  scopes?: readonly string[];
};
export type App = Server<Caller>;

/** The dependencies of every feature. */
export type Deps = {
  pool: Pool;
  store: Store;
  codec: EventCodec;
  keys: KeyRing;
  /** The store of files. */
  vault: MediaVault;
  /** Files that are made here, until they are fetched. */
  parcels: Parcels;
  tokens: ReturnType<typeof accessTokens>;
  log: Logger;
  referenceData: ReferenceData;
  /** The records that features declare for the reference data. */
  kept: readonly Kept[];
  handle: Handle;
  /** Says what is done next: at the doors of calls, of what channels report, of timers, imports and mass changes. */
  turns: Scheduler;
  /** Returns a call's command id, hash, actor and company. */
  commandOf: IdentifyCommand;
  /** Questions to the channels that want an answer at once. */
  gateway: Gateway;
  clock: () => Date;
  config: {
    PROSA_KEYS: Buffer;
    PROSA_TOKEN_SECRET: Buffer;
    NODE_ENV: string;
    PROSA_META_HUMAN_AGENT?: boolean | undefined;
    PROSA_MESSAGES_RATE?: MessageRate | undefined;
    /** The file that names whom has been forgotten, for restored backups. */
    PROSA_ERASURES?: string | undefined;
    /** An instance of the projection side, or their common address. */
    PROJECTION_URL?: string | undefined;
  } & PushSettings &
    MailSettings &
    PixSettings;
};

/** How many messages the token of a connection may send: a second, and at once after a pause. */
export type MessageRate = { perSecond: number; burst: number };

/** The operator's settings for push notifications. */
export type PushSettings = {
  /** The installation's key for push services; without it no notifications are sent. */
  PROSA_PUSH_KEY?: Buffer | undefined;
  /** Contact for operators of push services: an e-mail or https address; default: the first administrator's e-mail. */
  PROSA_PUSH_CONTACT?: string | undefined;
  PROSA_ADMIN_EMAIL?: string | undefined;
  /** Origins of the operator's own push services, separated by commas, which may be private or without TLS. */
  PROSA_PUSH_SERVICES?: string | undefined;
};
