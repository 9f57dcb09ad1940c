import { type Fact, quickMessages } from '@prosa/contracts';
import type { Part } from '@prosa/infra/runtime';
import type pg from 'pg';
import { defineReactor, type RowBatch } from '../../kernel/reactor.ts';
import type { SlashWord } from './macros.decider.ts';

/** The words of quick replies, each of which has a stream of its own: no macro that the same people see may have one of them. */
export const replyWordMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'macros-001',
      sql: `
        create table command.reply_word (id uuid primary key, company_id uuid not null, shortcode text not null, user_id uuid);
        create index reply_word_company on command.reply_word (company_id);
      `,
    },
  ],
};

/** `null`: it was deleted. Undefined fields stay. */
type Change = null | { companyId: string; shortcode?: string | undefined; userId?: string | null | undefined };
const { created, changed, deleted } = quickMessages.events;

const writtenWords = (): RowBatch<Fact> => {
  const changes = new Map<string, Change>();
  return {
    fold: ({ type, data, meta }) => {
      const { id, shortcode, userId } = data as { id: string; shortcode?: string; userId?: string | null };
      if (type === deleted.type) return void changes.set(id, null);
      const before = changes.get(id) ?? { companyId: meta.companyId };
      changes.set(id, {
        ...before,
        ...(shortcode !== undefined && { shortcode }),
        ...((type === created.type || userId !== undefined) && { userId: userId ?? null }),
      });
    },
    isEmpty: () => changes.size === 0,
    write: async (client) => {
      const gone = [...changes].flatMap(([id, change]) => (change === null ? [id] : []));
      const rows = [...changes].flatMap(([id, change]) => (change === null ? [] : [{ id, ...change }]));
      const whole = rows.filter(({ shortcode, userId }) => shortcode !== undefined && userId !== undefined);
      const parts = rows.filter(({ shortcode, userId }) => shortcode === undefined || userId === undefined);
      const columns = `as t(id uuid, "companyId" uuid, shortcode text, "userId" uuid, "setsUser" boolean)`;
      if (gone.length > 0) await client.query('delete from command.reply_word where id = any($1::uuid[])', [gone]);
      if (whole.length > 0)
        await client.query(
          `insert into command.reply_word (id, company_id, shortcode, user_id)
           select id, "companyId", shortcode, "userId" from json_to_recordset($1::json) ${columns}
           on conflict (id) do update set shortcode = excluded.shortcode, user_id = excluded.user_id`,
          [JSON.stringify(whole)],
        );
      if (parts.length > 0)
        await client.query(
          `update command.reply_word w set shortcode = coalesce(t.shortcode, w.shortcode),
             user_id = case when t."setsUser" then t."userId" else w.user_id end
           from json_to_recordset($1::json) ${columns} where w.id = t.id`,
          [JSON.stringify(parts.map((part) => ({ ...part, setsUser: part.userId !== undefined })))],
        );
    },
  };
};

/** Keeps the words of quick replies. */
export const keepReplyWords = defineReactor({
  name: 'reply-words',
  streams: ['quick-message-'],
  events: [created, changed, deleted],
  start: () => ({ rows: writtenWords }),
});

/** The words of the company's quick replies, as of the checkpoint. */
export const replyWordsOf = async (pool: pg.Pool, companyId: string): Promise<SlashWord[]> => {
  const { rows } = await pool.query<SlashWord>(
    'select shortcode, user_id as "userId" from command.reply_word where company_id = $1',
    [companyId],
  );
  return rows;
};
