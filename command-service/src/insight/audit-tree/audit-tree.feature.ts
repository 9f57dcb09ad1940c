import type { Feature } from '../../kernel/feature.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { growTrees } from './growing.ts';
import { treeMigrations } from './tree.migrations.ts';

/** Hashes all events beside the line: it needs no event of the feed, and no command waits for it. */
const growing = defineReactor({
  name: 'audit-tree',
  streams: [],
  events: [],
  start: (tools) => ({ beside: (signal) => growTrees(tools, signal) }),
});

/** The trees of the companies' events (infra/verify). */
export const auditTree: Feature = { name: 'audit-tree', reactors: [growing], migrations: treeMigrations };
