import { uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { sql } from '../../kernel/db.ts';
import type { AnyRow } from '../../kernel/rows.ts';
import type { Counting } from '../../records/record.feature.ts';
import { optionRows } from '../menus/menus.rows.ts';

const queueOptions = defineCounter({
  table: 'queue_option_count',
  version: 1,
  of: optionRows,
  columns: { queueId: uuid() },
  indexes: ['(company_id, queue_id)'],
  group: ({ queueId }) => ({ queueId }),
});

/** The number of options in a queue's menu. */
export const queueCounting: Counting = {
  counted: {
    optionsCount: (db) => sql.fragment`
      coalesce((select c.count from ${db.table(queueOptions)} c where c.company_id = ${db.companyId} and c.queue_id = r.id), 0)`,
  },
  counters: [{ counter: queueOptions, id: ({ queueId }: AnyRow) => queueId as string }],
};
