import { fields, type Language, mailLimits, newId, Refused } from '@prosa/contracts';
import { inTransaction } from '@prosa/infra/runtime';
import type { ClientBase, Pool } from 'pg';
import type { Link, LinkKind, LinkOwner, Links } from './mail.links.ts';
import { isNotice, type MailKind } from './mail.texts.ts';

/** A mail to send. `revision`: the event of the user's stream that a notice reports. */
export type Mailing = LinkOwner & { id: string; kind: MailKind; language: Language; attempts: number; revision: bigint | null };
/** `language`: null for that of the user's last sign-in. */
export type NewMail = Omit<Mailing, 'attempts' | 'language'> & { language: Language | null };
type Row = {
  id: string;
  kind: MailKind;
  user_id: string | null;
  company_id: string | null;
  email_hash: Buffer | null;
  language: Language;
  attempts: number;
  revision: string | null;
};

/** A mail that somebody sends right now is not due: if that process dies, another one sends it after this time. */
export const IN_HAND_SECONDS = 120;
const CHUNK = 20;
const KEPT_DAYS = 7;

/** The mails that are still to be sent, in `command.mail`. */
export const mailQueue = ({ pool, links }: { pool: Pool; links: Links }) => {
  const drop = async (client: ClientBase | Pool, id: string): Promise<void> => {
    await client.query('delete from command.mail where id = $1', [id]);
  };

  /** Whom a mail is for; null if nobody has that address. */
  const ownerOf = async (client: ClientBase, { user_id, company_id, email_hash }: Row) => {
    if (user_id && company_id) return { userId: user_id, companyId: company_id };
    const { rows } = await client.query<{ userId: string; companyId: string }>(
      'select user_id as "userId", company_id as "companyId" from command.credential where email_hash = $1 and not waiting',
      [email_hash],
    );
    return rows[0] ?? null;
  };
  /** Whether as many mails of that kind as one address may get were sent there within the hour, whoever caused them. */
  const isTooOften = async (client: ClientBase, userId: string, kind: LinkKind): Promise<boolean> => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from command.mail_link l join command.credential c on c.email_hash = l.email_hash
       where c.user_id = $1 and l.kind = $2 and not l.handed and l.made_at > now() - interval '1 hour'`,
      [userId, kind],
    );
    return rows[0]!.count >= mailLimits.perHour;
  };

  /** The link of a mail, made at its first try; null if it is not to be sent. */
  const linkOf = async (client: ClientBase, link: Link, attempts: number) =>
    attempts > 1 || !(await isTooOften(client, link.userId, link.kind)) ? links.make(client, link) : null;

  return {
    /** Somebody says that they forgot the password of an address, which may be nobody's: every call does the same. */
    forgot: async (emailHash: Buffer, language: Language): Promise<void> => {
      await pool.query(`insert into command.mail (id, kind, email_hash, language) values ($1, 'reset', $2, $3)`, [
        newId(),
        emailHash,
        language,
      ]);
    },

    /** Adds mails in a transaction; one that was added before stays as it is. */
    add: async (client: ClientBase, mails: readonly NewMail[]): Promise<void> => {
      await client.query(
        `insert into command.mail (id, kind, user_id, company_id, language, revision)
         select id, kind, "userId", "companyId", coalesce(language, (
           select s.language from command.sign_in s where s.user_id = "userId" order by s.at desc limit 1), 'pt'), revision from json_to_recordset($1::json)
           as m(id uuid, kind text, "userId" uuid, "companyId" uuid, language text, revision bigint) on conflict do nothing`,
        [JSON.stringify(mails.map((mail) => ({ ...mail, revision: mail.revision === null ? null : String(mail.revision) })))],
      );
    },

    /** The mails that are due, and the milliseconds until the next one is (null: there is none). `lateMs`: for how long the first has been due. */
    due: async (): Promise<{ ids: string[]; nextMs: number | null; lateMs: number }> => {
      const { rows } = await pool.query<{ id: string; ms: number }>(
        `select id, (extract(epoch from due_at - now()) * 1000)::float8 as ms from command.mail order by due_at limit ${CHUNK + 1}`,
      );
      const ids = rows.filter(({ ms }) => ms <= 0).map(({ id }) => id);
      return {
        ids: ids.slice(0, CHUNK),
        nextMs: rows.find(({ ms }) => ms > 0)?.ms ?? (ids.length > CHUNK ? 0 : null),
        lateMs: Math.max(0, -(rows[0]?.ms ?? 0)),
      };
    },

    /**
     * Takes a due mail in hand, in one transaction with its link, which is made the first time. Null if it is in another process's hands, or
     * was deleted because it is not to be sent: nobody has the address, or there were too many.
     */
    take: (id: string): Promise<Mailing | null> =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<Row>(
          `update command.mail set attempts = attempts + 1, due_at = now() + interval '${IN_HAND_SECONDS} seconds'
           where id = $1 and due_at <= now() returning *`,
          [id],
        );
        const [row] = rows;
        if (!row) return null;
        const { kind, attempts } = row;
        const owner = await ownerOf(client, row);
        const made = owner && (isNotice(kind) ? owner : await linkOf(client, { ...owner, id, kind }, attempts));
        if (!made) {
          await drop(client, id);
          return null;
        }
        const { userId, companyId } = made;
        const revision = row.revision === null ? null : BigInt(row.revision);
        return { id, kind, userId, companyId, attempts, revision, language: fields.language.parse(row.language) };
      }),

    /** It was sent, or never will be. */
    done: (id: string): Promise<void> => drop(pool, id),

    tryAgain: async (id: string, ms: number): Promise<void> => {
      await pool.query(`update command.mail set due_at = now() + $2 * interval '1 ms' where id = $1`, [id, ms]);
    },

    /**
     * A mail whose user's e-mail is being changed: its link was made too early and is made again in a second. Gives up if that lasts.
     */
    putBack: (id: string): Promise<void> =>
      inTransaction(pool, async (client) => {
        await client.query('delete from command.mail_link where id = $1', [id]);
        await client.query(`delete from command.mail where id = $1 and made_at < now() - interval '10 minutes'`, [id]);
        await client.query(
          `update command.mail set attempts = attempts - 1, due_at = now() + interval '1 second' where id = $1`,
          [id],
        );
      }),

    /** Throws ERR_TOO_MANY_REQUESTS if another mail of that kind would not be sent within this hour. */
    assertNotTooOften: async (userId: string, kind: LinkKind): Promise<void> => {
      const { rows } = await pool.query<{ wait: number }>(
        `select ceil(extract(epoch from min(made_at) + interval '1 hour' - now()))::integer as wait from (
           select id, made_at from command.mail_link where user_id = $1 and kind = $2 and not handed and made_at > now() - interval '1 hour'
           union select id, made_at from command.mail m where user_id = $1 and kind = $2
             and not exists (select from command.mail_link l where l.id = m.id)) as m
         having count(*) >= $3`,
        [userId, kind, mailLimits.perHour],
      );
      if (rows[0]) throw new Refused('ERR_TOO_MANY_REQUESTS', { details: { retryAfter: Math.max(1, rows[0].wait) } });
    },

    /** Deletes what nobody needs any more. */
    sweep: async (): Promise<void> => {
      await pool.query(`delete from command.mail where made_at < now() - interval '${KEPT_DAYS} days'`);
      await links.sweep();
    },
  };
};
export type MailQueue = ReturnType<typeof mailQueue>;
