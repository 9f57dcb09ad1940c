import type { Profile } from '@prosa/contracts';
import type { accessTokens, EventCodec, KeyRing, Logger, Server, Store } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import type { Bulk } from './bulk.ts';
import type { IdentifyCommand } from './command-identity.ts';
import type { Handle } from './handler.ts';
import type { Kept } from './reference-data.kept.ts';
import type { ReferenceData } from './reference-data.ts';

/** Who calls, as the reference data knows them at this moment. */
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
  log: Logger;
  referenceData: ReferenceData;
  /** What features declare that the reference data keeps. */
  kept: readonly Kept[];
  handle: Handle;
  bulk: Bulk;
  /** A call's command id, hash, actor and company. */
  commandOf: IdentifyCommand;
  clock: () => Date;
  config: { PROSA_KEYS: Buffer; PROSA_TOKEN_SECRET: Buffer; NODE_ENV: string };
};
