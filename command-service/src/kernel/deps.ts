import type { Profile } from '@prosa/contracts';
import type { accessTokens, EventCodec, KeyRing, Log, Server, Store } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import type { IdentifyCommand } from './command-identity.ts';
import type { Kept } from './desk.kept.ts';
import type { Desk } from './desk.ts';
import type { Handle } from './handler.ts';

/** Who calls, as the desk knows them at this moment. */
export type Caller = {
  userId: string;
  companyId: string;
  profile: Profile;
  super: boolean;
  queueIds: readonly string[];
  seesGrey: boolean;
  name: string | null;
  /** Of the session that calls. */
  version: number;
};
export type App = Server<Caller>;

/** What every feature is given. */
export type Deps = {
  pool: Pool;
  store: Store;
  codec: EventCodec;
  keys: KeyRing;
  tokens: ReturnType<typeof accessTokens>;
  log: Log;
  desk: Desk;
  /** What features declare that the desk keeps. */
  kept: readonly Kept[];
  handle: Handle;
  /** A call's command id, hash, actor and company. */
  commandOf: IdentifyCommand;
  clock: () => Date;
  config: { PROSA_KEYS: Buffer; PROSA_TOKEN_SECRET: Buffer; NODE_ENV: string };
};
