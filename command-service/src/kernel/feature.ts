import type { Part } from '@prosa/infra/runtime';
import type { App, Deps } from './deps.ts';
import type { Reactor } from './reactor.ts';
import type { Kept } from './reference-data.kept.ts';

/** What a feature brings to the command side: `xxx.feature.ts` exports it, `features.ts` names it. */
export type Feature = {
  name: string;
  routes?: (app: App, deps: Deps) => void;
  /** What the reference data keeps of it. */
  keeps?: Kept;
  /** What follows from its events, or from others' for it. */
  reactors?: readonly Reactor[];
  /** Tables of its own. */
  migrations?: Part;
};
