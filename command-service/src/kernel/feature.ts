import type { Part } from '@prosa/infra/runtime';
import type { App, Deps } from './deps.ts';
import type { Reactor } from './reactor.ts';
import type { Kept } from './reference-data.records.ts';

/** A feature's part of the command side: `xxx.feature.ts` exports it, `features.ts` lists it. */
export type Feature = {
  name: string;
  routes?: (app: App, deps: Deps) => void;
  /** The feature's records in the reference data. */
  keeps?: Kept;
  /** The feature's reactors to its own events, or to those of other features. */
  reactors?: readonly Reactor[];
  /** The feature's own tables. */
  migrations?: Part;
};
