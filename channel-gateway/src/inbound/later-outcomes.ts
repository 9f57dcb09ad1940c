import { setTimeout as sleep } from 'node:timers/promises';
import { type Identity, Refused } from '@prosa/contracts';
import type { Bus } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Callbacks, Connection } from '../channels/provider.port.ts';
import { isByPerson } from '../kernel/priority.ts';
import { publishOutcomes } from './outcomes.ts';

type Tools = { bus: Pick<Bus, 'publish'>; pool: pg.Pool };
type Row = {
  messageId: string;
  attempt: number;
  state: string;
  told: boolean;
  to: Identity;
  byPerson: boolean;
};

/** How long the acceptance of a message that has failed meanwhile may take to be reported. */
const LOOKS = 20;
const LOOK_MS = 100;

const columns = `message_id as "messageId", attempt, state, told, json_build_object('kind', to_kind, 'value', to_value) as "to", ${isByPerson}`;

/**
 * Notes the channel's id of a message that is on its way or whose outcome is unknown. While it is on its way, its sender decides with that
 * id; an unknown outcome becomes known here. That it was reported is written after the report: a crash in between only reports it again.
 */
export const settle = async (
  { bus, pool }: Tools,
  connection: Connection,
  { messageId, channelId, at }: Parameters<Callbacks['settled']>[0],
): Promise<boolean> => {
  const { rows } = await pool.query<Row>({
    name: 'gateway-settled',
    text: `update gateway.outbox set channel_id = $3 where message_id = $2 and connection_id = $1 and kind = 'send'
      and (channel_id is null and state in ('handed', 'unsure') or channel_id = $3 and state = 'unsure') returning ${columns}`,
    values: [connection.id, messageId, channelId],
  });
  const unsure = rows.find(({ state }) => state === 'unsure');
  if (unsure) {
    await publishOutcomes(bus, connection, [{ ...unsure, outcome: 'taken', reason: null, at }]);
    await pool.query(
      `update gateway.outbox set state = 'taken', reason = null, told = true, changed_at = now()
       where message_id = $1 and attempt = $2 and kind = 'send' and state = 'unsure'`,
      [messageId, unsure.attempt],
    );
  }
  return rows.length > 0;
};

/** Reports that a message has failed which the channel had accepted. Throws Refused ERR_BUSY if the acceptance is not reported yet. */
export const fail = async (
  { bus, pool }: Tools,
  connection: Connection,
  { of, reason, at }: Parameters<Callbacks['failed']>[0],
): Promise<void> => {
  for (let looks = 0; ; looks += 1) {
    const { rows } = await pool.query<Row>({
      name: 'gateway-failed',
      text: `select ${columns} from gateway.outbox
        where connection_id = $1 and kind = 'send' and (message_id = $2 or channel_id = $3) order by attempt desc limit 1`,
      values: [connection.id, 'messageId' in of ? of.messageId : null, 'channelId' in of ? of.channelId : null],
    });
    const row = rows[0];
    if (!row || row.state === 'failed') return;
    if (row.told && row.state !== 'waiting') {
      await publishOutcomes(bus, connection, [{ ...row, outcome: 'failed', reason, at }]);
      await pool.query(
        `update gateway.outbox set state = 'failed', reason = $3, changed_at = now()
         where message_id = $1 and attempt = $2 and kind = 'send' and state in ('taken', 'unsure')`,
        [row.messageId, row.attempt, reason],
      );
      return;
    }
    if (looks >= LOOKS) throw new Refused('ERR_BUSY');
    await sleep(LOOK_MS);
  }
};
