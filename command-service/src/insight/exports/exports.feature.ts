import { routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { exportMigrations } from './exports.migrations.ts';
import { signHeads } from './exports.reactors.ts';
import { auditHeads } from './heads.ts';

const calls = (app: App, deps: Deps): void => {
  const heads = auditHeads(deps);

  implement<typeof routes.exports.head, Caller>(app, routes.exports.head, ({ principal, query }) =>
    heads.show(principal.companyId, query.old),
  );
};

/** What a company exports with a proof (infra/verify). */
export const exports: Feature = { name: 'exports', routes: calls, reactors: [signHeads], migrations: exportMigrations };
