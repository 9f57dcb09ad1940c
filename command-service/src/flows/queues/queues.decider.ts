import { queues as definition } from '@prosa/contracts';
import type { z } from 'zod';
import { keeps } from '../../kernel/reference-data.records.ts';
import { recordDecider } from '../../records/record.decider.ts';

export type QueueFields = z.output<typeof definition.fields>;

/** The queues of a company in one stream: at most one is the default. */
export const queues = recordDecider<QueueFields>(definition, {
  single: 'isDefault',
  limit: 'O limite de filas do seu plano foi atingido.',
});

export const keptQueues = keeps('queues', queues, ({ records }) => new Map(Object.entries(records)));
