import type { Part } from '@prosa/infra/runtime';
import type { App, Deps } from './deps.ts';
import type { Kept } from './desk.kept.ts';

/** What a feature brings to the command side: `xxx.feature.ts` exports it, `features.ts` names it. */
export type Feature = {
  name: string;
  routes?: (app: App, deps: Deps) => void;
  /** What the desk keeps of it. */
  keeps?: Kept;
  /** Tables of its own. */
  migrations?: Part;
};
