import { type metrics, type Store, watched } from '@prosa/infra/runtime';
import type pg from 'pg';

/**
 * The projector's metrics: which instance projects, how far the tables are behind the event store, and what is parked. All but
 * `projection_folds` have the same value on every instance.
 */
export const gauges = (
  registry: ReturnType<typeof metrics>,
  { pool, store, holds }: { pool: pg.Pool; store: Store; holds: () => boolean },
): void => {
  const ofLive = async (what: string, from = 'read.generation g'): Promise<bigint> => {
    const { rows } = await pool.query<{ value: string }>(`select ${what} as value from ${from} where g.state = 'live'`);
    return BigInt(rows[0]!.value);
  };
  watched(registry, 'projection_folds', 'Whether this instance folds.', () => Number(holds()));
  watched(registry, 'projection_position', 'Position up to which all events are folded.', async () =>
    Number(await ofLive('g.position')),
  );
  watched(
    registry,
    'projection_lag_positions',
    "Positions between the event store's newest event and those that are folded: 0 is none behind.",
    async () => {
      const position = await ofLive('g.position');
      const head = await store.head();
      return head > position ? Number(head - position) : 0;
    },
  );
  const parked = 'read.generation g join read.parked p using (generation)';
  watched(registry, 'projection_parked_streams', 'Streams that stand still: see read.parked.', async () =>
    Number(await ofLive('count(*)', parked)),
  );
  watched(registry, 'projection_parked_events', 'Events that wait in streams that stand still.', async () =>
    Number(await ofLive('coalesce(sum(p.waiting), 0)', parked)),
  );
};
