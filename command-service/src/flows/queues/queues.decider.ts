import { areReversed, queues as definition, Refused, reversedLimits } from '@prosa/contracts';
import type { z } from 'zod';
import { keeps } from '../../kernel/reference-data.records.ts';
import { recordDecider } from '../../records/record.decider.ts';

export type QueueFields = z.output<typeof definition.fields>;

const inOrder = <Asked extends object>(
  asked: Asked,
  queue: Pick<QueueFields, 'warnAfterMinutes' | 'lateAfterMinutes'>,
): Asked => {
  if (areReversed(queue)) throw new Refused('ERR_VALIDATION', { fields: { lateAfterMinutes: reversedLimits } });
  return asked;
};

/** The queues of a company in one stream: at most one is the default. */
export const queues = recordDecider<QueueFields>(definition, {
  single: 'isDefault',
  limit: 'O limite de filas do seu plano foi atingido.',
  creates: (fields) => inOrder(fields, fields),
  changes: (changes, queue) => inOrder(changes, { ...queue, ...changes }),
});

export const keptQueues = keeps('queues', queues, ({ records }) => new Map(Object.entries(records)));
