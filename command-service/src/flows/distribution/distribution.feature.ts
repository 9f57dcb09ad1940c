import type { Feature } from '../../kernel/feature.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { distributionEvents } from './distribution.facts.ts';
import { distributionMigrations } from './distribution.migrations.ts';
import { distributionRows } from './distribution.rows.ts';
import { createGiving } from './giving.ts';

/** Gives the waiting tickets of queues that say so (`turns`) to their people. */
export const giveOut = defineReactor({
  name: 'distribution',
  streams: ['conversation-', 'presence-', 'availability-', 'session-', 'queues-', 'users-'],
  events: distributionEvents,
  start: (tools) => {
    const giving = createGiving(tools);
    return { rows: () => distributionRows(giving.written), beside: giving.run };
  },
});

/** Who is given the tickets of a queue. */
export const distribution: Feature = { name: 'distribution', reactors: [giveOut], migrations: distributionMigrations };
