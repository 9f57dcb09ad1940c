import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailLimits, newId } from '@prosa/contracts';
import { derivedKey } from '@prosa/infra/runtime';
import type { ClientBase, Pool } from 'pg';

/** `change`: confirms the e-mail that a user asked for. */
export type LinkKind = 'reset' | 'invitation' | 'email' | 'change';
export type LinkOwner = { userId: string; companyId: string };
export type Link = LinkOwner & { id: string; kind: LinkKind };

const lifeMs: Record<LinkKind, number> = {
  reset: mailLimits.resetMs,
  invitation: mailLimits.invitationMs,
  email: mailLimits.emailMs,
  change: mailLimits.emailMs,
};
const ID = 16;
const MAC = 16;

/**
 * Condition on a link `l` and the credential `c` of its user: they still have the e-mail to which it was sent, and, to set a password or
 * another e-mail, the password of that moment. For an e-mail that is still another user's only what was mailed there counts.
 */
const fits = `c.user_id = l.user_id and c.email_hash = l.email_hash and l.expires_at > now() and not (c.waiting and l.handed)
  and (l.kind = 'email' or c.password_revision = l.password_revision)`;

const stored =
  'select id, kind, user_id as "userId", company_id as "companyId", expires_at as "expiresAt" from command.mail_link';

export type Links = {
  /** Makes the link with this id, unless it exists already. Returns the one that exists; null if its user has no credential. */
  make: (client: Pool | ClientBase, link: Link, handed?: boolean) => Promise<(Link & { expiresAt: Date }) | null>;
  /** Whether a link is for this e-mail. */
  isFor: (id: string, emailHash: Buffer) => Promise<boolean>;
  /**
   * Binds a link to the new e-mail that it is sent to. False if as many as one address may get were sent there within the hour, whoever
   * asked for them.
   */
  aim: (id: string, toHash: Buffer) => Promise<boolean>;
  /** Whether a link was sent to this new e-mail. */
  isTo: (id: string, toHash: Buffer) => Promise<boolean>;
  /** Makes a link that is not mailed, and returns its token and end. Null if its user has no credential. */
  hand: (owner: LinkOwner) => Promise<{ token: string; expiresAt: Date } | null>;
  tokenOf: (id: string) => string;
  /** The link of a token that this installation has made, if it is still stored and one of these kinds. It may be used up or have expired. */
  find: (token: string, kinds: readonly LinkKind[]) => Promise<Link | null>;
  /** Whether a link that nobody has used is still valid. */
  isOpen: (id: string) => Promise<boolean>;
  /** Uses a link up; returns false if it is not valid, or another command has used it. */
  use: (id: string, commandId: string) => Promise<boolean>;
  /** Deletes links that have expired. */
  sweep: () => Promise<void>;
};

/** Links in mails. A token is the link's id with a MAC by a key of the installation: nothing that is stored opens anything. */
export const mailLinks = ({ pool, masterKey }: { pool: Pool; masterKey: Buffer }): Links => {
  const key = derivedKey(masterKey, 'mail link');
  const macOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, MAC);
  const tokenOf = (id: string): string => {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    return Buffer.concat([bytes, macOf(bytes)]).toString('base64url');
  };
  const idOf = (token: string): string | null => {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID + MAC || !timingSafeEqual(macOf(bytes.subarray(0, ID)), bytes.subarray(ID))) return null;
    return bytes.subarray(0, ID).toString('hex');
  };

  const make: Links['make'] = async (client, { id, kind, userId, companyId }, handed = false) => {
    await client.query(
      `insert into command.mail_link (id, kind, user_id, company_id, email_hash, password_revision, handed, expires_at)
       select $1, $2, user_id, company_id, email_hash, password_revision, $5, now() + $6 * interval '1 ms'
       from command.credential where user_id = $3 and company_id = $4 on conflict do nothing`,
      [id, kind, userId, companyId, handed, lifeMs[kind]],
    );
    const { rows } = await client.query<Link & { expiresAt: Date }>(`${stored} where id = $1`, [id]);
    return rows[0] ?? null;
  };

  return {
    make,
    tokenOf,
    hand: async (owner) => {
      const made = await make(pool, { ...owner, id: newId(), kind: 'invitation' }, true);
      return made && { token: tokenOf(made.id), expiresAt: made.expiresAt };
    },
    isFor: async (id, emailHash) => {
      const { rowCount } = await pool.query('select from command.mail_link where id = $1 and email_hash = $2', [id, emailHash]);
      return rowCount === 1;
    },
    aim: async (id, toHash) => {
      const { rowCount } = await pool.query(
        `update command.mail_link set to_hash = $2 where id = $1 and (to_hash = $2 or $3 > (
           select count(*) from command.mail_link where to_hash = $2 and made_at > now() - interval '1 hour'))`,
        [id, toHash, mailLimits.perHour],
      );
      return rowCount === 1;
    },
    isTo: async (id, toHash) => {
      const { rowCount } = await pool.query('select from command.mail_link where id = $1 and to_hash = $2', [id, toHash]);
      return rowCount === 1;
    },
    find: async (token, kinds) => {
      const id = idOf(token);
      if (id === null) return null;
      const { rows } = await pool.query<Link>(`${stored} where id = $1 and kind = any($2)`, [id, kinds]);
      return rows[0] ?? null;
    },
    isOpen: async (id) => {
      const { rowCount } = await pool.query(
        `select from command.mail_link l, command.credential c
         where l.id = $1 and ${fits} and (l.used_by is null or l.kind = 'email')`,
        [id],
      );
      return rowCount === 1;
    },
    use: async (id, commandId) => {
      const { rowCount } = await pool.query(
        `update command.mail_link l set used_by = $2 from command.credential c
         where l.id = $1 and c.user_id = l.user_id and (l.used_by = $2 or l.used_by is null and ${fits})`,
        [id, commandId],
      );
      return rowCount === 1;
    },
    sweep: async () => {
      await pool.query('delete from command.mail_link where expires_at < now()');
    },
  };
};
