import { fields } from '@prosa/contracts';
import type pg from 'pg';
import type { Vault } from '../../provider.port.ts';
import type { Attrs } from '../wire/nodes.ts';

/** The type under which it is passed to the key store, along with Signal's own data. */
export const JOURNAL = 'prosa-journal';

/** A decrypted part of a message: its stanza's attributes and the padded bytes, as Baileys gets them. */
export type Journaled = { attrs: Attrs; plaintext: Buffer };
/** An entry as it is stored; `open` decrypts it. `fault`: why it was set aside. */
export type JournalRow = { id: string; fault: string | null; open: () => Promise<Journaled> };

const contextOf = (key: string): string => `whatsapp journal ${key}`;
/** Padding alone: an empty message, which is acknowledged like any other. */
const EMPTY = Buffer.from([1]);

/** The key of a decrypted part: it stays the same when the server delivers the message again. */
export const journalKey = ({ id, from, participant, recipient }: Attrs, index: number): string =>
  fields.kept([id, participant ?? from, recipient ?? '', index].join(' ').slice(0, 500));

/** A missed call, which was not encrypted, in the form of a decrypted message. */
export const journaledCall = (attrs: Attrs): { [JOURNAL]: Record<string, Journaled> } => ({
  [JOURNAL]: { [journalKey(attrs, 0)]: { attrs, plaintext: EMPTY } },
});

/** A message that cannot be decrypted yet, in the form of a decrypted one; its device is asked to send it again. */
export const journaledWaiting = (attrs: Attrs): { [JOURNAL]: Record<string, Journaled> } => ({
  [JOURNAL]: { [`${journalKey(attrs, 0)} waiting`]: { attrs: { ...attrs, waiting: '1' }, plaintext: EMPTY } },
});

/**
 * Decrypted bytes that are no message and can only be shown as a line. They have a key of their own: the device is asked to send
 * the message again.
 */
export const journaledBroken = (key: string, entry: Journaled): { [JOURNAL]: Record<string, Journaled> } => ({
  [JOURNAL]: { [`${key} broken`]: entry },
});

const encode = async (vault: Vault, key: string, { attrs, plaintext }: Journaled): Promise<Buffer> =>
  vault.seal(JSON.stringify({ attrs, plaintext: plaintext.toString('base64') }), contextOf(key));
const decode = async (vault: Vault, key: string, sealed: Buffer): Promise<Journaled> => {
  const { attrs, plaintext } = JSON.parse(String(await vault.open(sealed, contextOf(key)))) as {
    attrs: Attrs;
    plaintext: string;
  };
  return { attrs, plaintext: Buffer.from(plaintext, 'base64') };
};

const rowOf =
  (vault: Vault) =>
  ({ id, sealed, fault }: Stored): JournalRow => ({ id, fault, open: () => decode(vault, id, sealed) });

/** Writes an entry in the transaction of its ratchet step. The first one of a message counts. */
export const journalWriter =
  (connectionId: string, vault: Vault) =>
  async (key: string, entry: Journaled | null): Promise<(client: pg.ClientBase) => Promise<unknown>> => {
    if (!entry) return async () => undefined;
    const sealed = await encode(vault, key, entry);
    return (client) =>
      client.query(
        'insert into gateway.whatsapp_journal (connection_id, id, sealed) values ($1, $2, $3) on conflict (connection_id, id) do nothing',
        [connectionId, key, sealed],
      );
  };

type Stored = { id: string; sealed: Buffer; fault: string | null };

/** The reading side of the journal: what is to be reported, in the order in which it was decrypted. */
export const whatsAppJournal = (pool: pg.Pool, connectionId: string, vault: Vault) => ({
  /** The bytes that were decrypted before; empty if they are reported already. Null: none. */
  find: async (key: string): Promise<Buffer | null> => {
    const { rows } = await pool.query<{ sealed: Buffer | null }>(
      'select sealed from gateway.whatsapp_journal where connection_id = $1 and id = $2',
      [connectionId, key],
    );
    if (!rows[0]) return null;
    return rows[0].sealed ? (await decode(vault, key, rows[0].sealed)).plaintext : EMPTY;
  },
  waiting: async (limit: number): Promise<JournalRow[]> => {
    const { rows } = await pool.query<Stored>(
      `select id, sealed, fault from gateway.whatsapp_journal where connection_id = $1 and not done order by sequence limit $2`,
      [connectionId, limit],
    );
    return rows.map(rowOf(vault));
  },
  /**
   * Entries reported as lines because they could not be read, in order, after the entry `after`. `sequence`: an entry's place.
   */
  unread: async (after: string, limit: number): Promise<(JournalRow & { sequence: string })[]> => {
    const { rows } = await pool.query<Stored & { sequence: string }>(
      `select id, sealed, fault, sequence::text from gateway.whatsapp_journal
       where connection_id = $1 and unread and sequence > $2 order by whatsapp_journal.sequence limit $3`,
      [connectionId, after, limit],
    );
    return rows.map((row) => ({ ...rowOf(vault)(row), sequence: row.sequence }));
  },
  /**
   * It is reported: its content is deleted, and its key stays, in case it is delivered again. `keeps`: its content is still needed;
   * `unread`: because it could not be read; `fault`: it was set aside because of that.
   */
  done: async (
    id: string,
    { keeps = false, unread = false, fault = null }: { keeps?: boolean; unread?: boolean; fault?: string | null },
  ): Promise<void> => {
    await pool.query(
      `update gateway.whatsapp_journal set done = true, unread = $4, fault = $5, sealed = case when $3 then sealed end
       where connection_id = $1 and id = $2`,
      [connectionId, id, keeps || unread, unread, fault],
    );
  },
  /** How many entries are set aside. */
  setAside: async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from gateway.whatsapp_journal where connection_id = $1 and unread and fault is not null',
      [connectionId],
    );
    return rows[0]!.count;
  },
});
export type WhatsAppJournal = ReturnType<typeof whatsAppJournal>;
