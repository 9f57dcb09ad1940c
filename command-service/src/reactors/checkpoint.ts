import type { Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Reactor } from '../kernel/reactor.ts';

/** Another process has moved the checkpoint: it runs the reactor now. */
class Fenced extends Error {}

/** The position in the store up to which everything that follows from events is done, or written down to be done. */
export const checkpointOf = ({ name, begins }: Pick<Reactor, 'name' | 'begins'>, pool: pg.Pool, store: Pick<Store, 'head'>) => {
  const find = async (): Promise<string | undefined> => {
    const { rows } = await pool.query<{ position: string }>('select position from command.checkpoint where name = $1', [name]);
    return rows[0]?.position;
  };
  return {
    /** A reactor that has none gets one. */
    read: async (): Promise<bigint> => {
      let found = await find();
      if (found === undefined) {
        const first = begins === 'now' ? await store.head() : -1n;
        await pool.query('insert into command.checkpoint (name, position) values ($1, $2) on conflict do nothing', [name, first]);
        found = await find();
      }
      return BigInt(found ?? -1);
    },
    /** Rejects if it is not where this process has left it. */
    move: async (client: pg.ClientBase | pg.Pool, from: bigint, to: bigint): Promise<void> => {
      const { rowCount } = await client.query({
        name: 'reactors-checkpoint',
        text: 'update command.checkpoint set position = $1 where name = $2 and position = $3',
        values: [to, name, from],
      });
      if (rowCount !== 1) throw new Fenced(`The reactor ${name} runs elsewhere.`);
    },
  };
};
