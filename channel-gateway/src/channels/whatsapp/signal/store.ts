import { isLasting, LeaseLost, type Logger, retried } from '@prosa/infra/runtime';
import {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys';
import type pg from 'pg';
import type { Held, Transaction } from '../../provider.port.ts';
import { userOf } from '../wire/nodes.ts';
import { groupAuthors } from './authors.ts';
import { JOURNAL, type Journaled, journalWriter } from './journal.ts';
import { countedKeys } from './steps.ts';

const CREDS = 'creds';
/** LIDs that are in the ids of messages of groups. */
const GROUP_AUTHOR = 'group-author';
/** How the server spells numbers. */
const ADDRESS = 'address';
/** Beside the credentials: the number of the phone into which a code shall be typed. */
const CODE_NUMBER = 'code-number';
const encode = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
const decode = (text: string): unknown => JSON.parse(text, BufferJSON.reviver);

/** Data written with a ratchet step: Signal's own, and the messages that it decrypted. */
export type WithJournal = SignalDataSet & { [JOURNAL]?: Record<string, Journaled | null> };
/** New one-time keys are written together with the credentials, which count them. */
const withNextKey = (data: WithJournal, creds: AuthenticationCreds): WithJournal => {
  const counted = countedKeys(data['pre-key'], creds);
  return counted ? ({ ...data, [CREDS]: { '': counted } } as WithJournal) : data;
};
/** How the server spells a number, and when it said so. */
export type Spelled = { user: string; at: number };
/** Why a session has stopped by itself. */
export type Halt = { reason: string; until: Date | null };

/**
 * The credentials and keys of a connection's linked device in Postgres. Baileys treats a failed write as a message that it cannot read, and
 * refuses it to the server: so a write waits until Postgres is there again, or the lease is lost; then the socket has already ended. Only
 * what Postgres can never store fails.
 */
export const whatsAppStore = ({ pool, id, held, log }: { pool: pg.Pool; id: string; held: Held; log: Logger }) => {
  const { transaction, vault, lost } = held;
  const journal = journalWriter(id, vault);
  const contextOf = (type: string, key: string): string => `whatsapp ${type} ${key}`;

  const untilDone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    retried(work, {
      firstMs: 50,
      mostMs: 2_000,
      signal: lost,
      // A write that can never succeed would block everything behind it for ever.
      again: (error) => !(error instanceof LeaseLost) && !isLasting(error),
      failed: (err) => log.warn({ err, connectionId: id }, 'the credentials of a session cannot be read or written, retrying'),
    });

  type Write = (client: pg.ClientBase) => Promise<unknown>;
  /** One statement for any number of keys: a new device brings 800. */
  const put = async (values: [type: string, key: string, value: unknown][]): Promise<Write> => {
    const [gone, kept] = [values.filter(([, , value]) => value == null), values.filter(([, , value]) => value != null)];
    const sealed = await Promise.all(kept.map(([type, key, value]) => vault.seal(encode(value), contextOf(type, key))));
    return async (client) => {
      if (gone.length > 0)
        await client.query(
          `delete from gateway.whatsapp_key k using unnest($2::text[], $3::text[]) as g(type, id)
           where k.connection_id = $1 and k.type = g.type and k.id = g.id`,
          [id, gone.map(([type]) => type), gone.map(([, key]) => key)],
        );
      if (kept.length > 0)
        await client.query({
          name: 'gateway-whatsapp-put',
          text: `insert into gateway.whatsapp_key (connection_id, type, id, sealed)
            select $1, u.* from unnest($2::text[], $3::text[], $4::bytea[]) as u(type, id, sealed)
            on conflict (connection_id, type, id) do update set sealed = excluded.sealed`,
          values: [id, kept.map(([type]) => type), kept.map(([, key]) => key), sealed],
        });
    };
  };
  const read = async (type: string, keys: string[]): Promise<Record<string, unknown>> => {
    const { rows } = await untilDone(() =>
      pool.query<{ id: string; sealed: Buffer }>({
        name: 'gateway-whatsapp-keys',
        text: 'select id, sealed from gateway.whatsapp_key where connection_id = $1 and type = $2 and id = any($3)',
        values: [id, type, keys],
      }),
    );
    const opened = rows.map(
      async (row) => [row.id, decode(String(await vault.open(row.sealed, contextOf(type, row.id))))] as const,
    );
    return Object.fromEntries(await Promise.all(opened));
  };

  const write = async ({ [JOURNAL]: decrypted = {}, ...data }: WithJournal): Promise<void> => {
    const values = Object.entries(data).flatMap(([type, all]) =>
      Object.entries(all as Record<string, unknown>).map(([key, value]): [string, string, unknown] => [type, key, value]),
    );
    const writes = await Promise.all([put(values), ...Object.entries(decrypted).map(([key, value]) => journal(key, value))]);
    await untilDone(() => transaction((client) => Promise.all(writes.map((one) => one(client)))));
  };
  /** The keys for one socket. Baileys writes even after its end: then nothing is written any more. */
  const keysOfSocket = (creds: AuthenticationCreds): { keys: SignalKeyStore; close: () => Promise<void> } => {
    const writing = new Set<Promise<void>>();
    let isClosed = false;
    return {
      keys: {
        get: async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
          const found = await read(type, ids);
          if (type === 'app-state-sync-key')
            for (const [key, value] of Object.entries(found))
              found[key] = proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>);
          return found as Record<string, SignalDataTypeMap[Type]>;
        },
        set: async (data: WithJournal) => {
          if (isClosed) throw new Error('The socket has ended.');
          const done: Promise<void> = write(withNextKey(data, creds)).finally(() => writing.delete(done));
          writing.add(done);
          await done;
        },
      },
      /** Resolves when what was being written is. */
      close: async () => {
        isClosed = true;
        await Promise.allSettled(writing);
      },
    };
  };

  /** The number behind a LID, and the LID of a number, as far as they were learnt; users without their server. */
  const pairOf = async (user: string): Promise<string | null> => {
    const found = await read('lid-mapping', [`${user}_reverse`, user]);
    return (found[`${user}_reverse`] ?? found[user] ?? null) as string | null;
  };
  /** The linked account, as last read or written: only the owner writes it. Undefined: not read yet. */
  let me: AuthenticationCreds['me'] | null;
  return {
    keysOfSocket,
    /** The credentials of a linked device; null if none is linked. */
    creds: async (): Promise<AuthenticationCreds | null> => {
      const kept = (await read(CREDS, ['']))[''] as AuthenticationCreds | undefined;
      // A device that was shown a code and never linked has credentials that would be refused.
      return kept?.me && kept.account ? kept : null;
    },
    /** Whether a jid is the linked account itself. */
    isMe: async (jid: string | undefined): Promise<boolean> => {
      if (me === undefined) me = ((await read(CREDS, ['']))[''] as AuthenticationCreds | undefined)?.me ?? null;
      return [me?.id, me?.lid].some((one) => one && userOf(one) === userOf(jid));
    },
    fresh: initAuthCreds,
    saveCreds: async (creds: AuthenticationCreds): Promise<void> => {
      const write = await put([[CREDS, '', creds]]);
      await untilDone(() => transaction(write));
      me = creds.me ?? null;
    },
    /** Forgets the device, in the transaction of `client`. */
    wipe: async (client: pg.ClientBase): Promise<void> => {
      me = undefined;
      for (const table of ['whatsapp_key', 'whatsapp_sent', 'whatsapp_session', 'whatsapp_account'])
        await client.query(`delete from gateway.${table} where connection_id = $1`, [id]);
    },
    /** The number of the phone into which a code shall be typed, until a device is linked or forgotten. */
    codeNumber: async (): Promise<string | null> => ((await read(CODE_NUMBER, ['']))[''] ?? null) as string | null,
    setCodeNumber: async (client: pg.ClientBase, number: string | null): Promise<void> => {
      await (await put([[CODE_NUMBER, '', number]]))(client);
    },
    /** Whether the number is this connection's: two would answer the same customers. */
    claimAccount: (account: string): Promise<boolean> =>
      untilDone(() =>
        transaction(async (client) => {
          await client.query('delete from gateway.whatsapp_account where connection_id = $1 and account <> $2', [id, account]);
          await client.query(
            'insert into gateway.whatsapp_account (account, connection_id) values ($2, $1) on conflict (account) do nothing',
            [id, account],
          );
          const { rowCount } = await client.query(
            'select 1 from gateway.whatsapp_account where account = $2 and connection_id = $1',
            [id, account],
          );
          return rowCount === 1;
        }),
      ),
    halt: async (): Promise<Halt | null> => {
      const { rows } = await untilDone(() =>
        pool.query<Halt>('select reason, until from gateway.whatsapp_session where connection_id = $1', [id]),
      );
      return rows[0] ?? null;
    },
    /** Null: the session may go on. */
    setHalt: async (client: pg.ClientBase, halt: Halt | null): Promise<void> => {
      await client.query('delete from gateway.whatsapp_session where connection_id = $1', [id]);
      if (halt)
        await client.query('insert into gateway.whatsapp_session (connection_id, reason, until) values ($1, $2, $3)', [
          id,
          halt.reason,
          halt.until,
        ]);
    },
    untilDone: (work: Parameters<Transaction>[0]): Promise<unknown> => untilDone(() => transaction(work)),
    /** The identity of a group's author that is in the ids of their messages. */
    authorOf: groupAuthors({
      read: async (lid) => lid in (await read(GROUP_AUTHOR, [lid])),
      note: async (lid) => {
        const write = await put([[GROUP_AUTHOR, lid, true]]);
        await untilDone(() => transaction(write));
      },
    }),
    spelling: {
      read: async (number: string): Promise<Spelled | null> =>
        ((await read(ADDRESS, [number]))[number] ?? null) as Spelled | null,
      note: async (number: string, spelled: Spelled): Promise<void> => {
        const write = await put([[ADDRESS, number, spelled]]);
        await untilDone(() => transaction(write));
      },
    },
    pairOf,
  };
};
export type WhatsAppStore = ReturnType<typeof whatsAppStore>;
