import { CampaignControl, Control, SettingControl, topics } from '@prosa/contracts';
import { type Bus, type Consumer, Unprocessable } from '@prosa/infra/runtime';
import type pg from 'pg';

/** Maintains `gateway.connection`, `setting` and `campaign`: one member of the group writes for all instances; the newer position wins. */
export const consumeControl = (bus: Bus, pool: pg.Pool, onCrash: (error: Error) => void): Promise<Consumer> =>
  bus.consume({
    group: 'gateway.control',
    topics: [topics.control],
    onCrash,
    handle: async ({ value }) => {
      const setting = SettingControl.safeParse(value);
      if (setting.success) return writeSetting(pool, setting.data);
      const campaign = CampaignControl.safeParse(value);
      if (campaign.success) return writeCampaign(pool, campaign.data);
      const parsed = Control.safeParse(value);
      if (!parsed.success) throw new Unprocessable('This is no connection.');
      const { connectionId, companyId, name, channel, provider, status, tokenHash, deleted, position } = parsed.data;
      // The deletion is the last request to a session, and is made only once.
      const asked = deleted ? { id: connectionId, ask: 'end', number: null } : parsed.data.asked;
      await pool.query(
        `with changed as (
           insert into gateway.connection as c
             (connection_id, company_id, name, channel, provider, status, token_hash, deleted, position, asked_id, ask, asked_number)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
           on conflict (connection_id) do update set name = excluded.name, channel = excluded.channel, provider = excluded.provider,
             status = excluded.status, token_hash = excluded.token_hash, deleted = excluded.deleted, position = excluded.position,
             asked_id = excluded.asked_id, ask = excluded.ask, asked_number = excluded.asked_number
             where c.position < excluded.position and c.company_id = excluded.company_id
           returning connection_id
         ) select pg_notify('gateway_connection', connection_id::text) from changed`,
        [
          connectionId,
          companyId,
          name,
          channel,
          provider,
          status,
          tokenHash,
          deleted,
          position,
          asked?.id ?? null,
          asked?.ask ?? null,
          asked?.number ?? null,
        ],
      );
    },
  });

const writeSetting = async (pool: pg.Pool, { companyId, key, value, position }: SettingControl): Promise<void> => {
  await pool.query(
    `with changed as (
       insert into gateway.setting as s (company_id, key, value, position) values ($1, $2, $3, $4)
       on conflict (company_id, key) do update set value = excluded.value, position = excluded.position
         where s.position < excluded.position returning company_id
     ) select pg_notify('gateway_connection', company_id::text) from changed`,
    [companyId, key, value, position],
  );
};

/** The owners of the connections on which messages of the campaign wait withdraw them. */
const writeCampaign = async (
  pool: pg.Pool,
  { companyId, campaignId, withdrawnRun, position }: CampaignControl,
): Promise<void> => {
  await pool.query(
    `insert into gateway.campaign as c (campaign_id, company_id, withdrawn_run, position) values ($1, $2, $3, $4)
     on conflict (campaign_id) do update set withdrawn_run = excluded.withdrawn_run, position = excluded.position
       where c.position < excluded.position`,
    [campaignId, companyId, withdrawnRun, position],
  );
  await pool.query(
    `select pg_notify('gateway_campaign', connection_id::text) from (
       select distinct connection_id from gateway.outbox where campaign_id = $1 and not told) waiting`,
    [campaignId],
  );
};
