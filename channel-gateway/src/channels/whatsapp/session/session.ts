import type { SessionAsk } from '@prosa/contracts';
import { type Logger, pause } from '@prosa/infra/runtime';
import type pg from 'pg';
import { slowDowns } from '../../kernel/pauses.ts';
import type { Connection, Held, Session, Transaction } from '../../provider.port.ts';
import { Permanent } from '../../provider.port.ts';
import { whatsAppInbox } from '../inbox/inbox.ts';
import { answerQuestions } from '../sending/answers.ts';
import { deleteMessage, sendMessage, sentMessages } from '../sending/outgoing.ts';
import { whatsAppJournal } from '../signal/journal.ts';
import { whatsAppStore } from '../signal/store.ts';
import { addressesOf } from '../socket/addresses.ts';
import { groupSubjects, messageKey } from '../socket/chats.ts';
import type { Openings } from '../socket/openings.ts';
import { askPhone } from '../socket/phone.ts';
import type { VersionGuard } from '../socket/version.ts';
import { obtainFile } from '../wire/files.ts';
import type { Servers } from '../wire/servers.ts';
import { LOGOUT_MS, type Timings } from '../wire/timings.ts';
import { driveSession } from './driver.ts';

/** A session that can do all that the port knows, but prepares nothing. */
export type FullSession = Session &
  Required<Pick<Session, 'ready' | 'delete' | 'fetchMedia' | 'asked' | 'changed' | 'nudged' | 'read'>>;

/** The session of one connection: its socket, again and again, and what goes through it. */
export const whatsAppSession = (context: {
  connection: Connection;
  held: Held;
  pool: pg.Pool;
  servers: Servers;
  /** These two are shared by all sessions of the process. */
  version: VersionGuard;
  openings: Openings;
  timings: Timings;
  log: Logger;
}): FullSession => {
  const { connection, held, pool, servers, log } = context;
  const { id } = connection;
  const { lost } = held;
  const store = whatsAppStore({ pool, id, held, log });
  const journal = whatsAppJournal(pool, id, held.vault);
  const sent = sentMessages(pool, id, held);
  const subjectOf = groupSubjects();
  const inbox = whatsAppInbox(id, {
    journal,
    callbacks: held.callbacks,
    pairOf: store.pairOf,
    ownIdOf: sent.ownIdOf,
    isMe: store.isMe,
    authorOf: store.authorOf,
    subjectOf: (group) => subjectOf(driver.socket(), group),
    setAside: (count) => {
      held.meter.setAside(count);
      driver.telling.setAside(count);
    },
    log,
  });
  const addressOf = addressesOf({ ...store.spelling, pairOf: store.pairOf });
  const preparing: Parameters<typeof sendMessage>[1]['preparing'] = new Map();
  const stopped = new AbortController();
  const over = AbortSignal.any([lost, stopped.signal]);
  let { takesGroups, takesCalls } = connection;
  const driver = driveSession({
    ...context,
    id,
    store,
    journal,
    sentMessage: sent.find,
    takes: () => ({ takesGroups, takesCalls }),
    wakeInbox: inbox.wake,
    over,
  });
  const { socket } = driver;
  const slow = slowDowns({
    firstMs: context.timings.pauseMs,
    unshownMs: context.timings.longPauseMs,
    over,
    becameReady: held.becameReady,
    show: driver.telling.slow,
  });
  const draining = inbox.run(over);
  const assertGoesOn = (): void => {
    if (driver.hasEnded()) throw new Permanent('The session has ended.', { reason: 'disconnected' });
  };
  const logOut = async (): Promise<void> => {
    const open = socket();
    if (!open?.isOpen()) return;
    await Promise.race([open.sock.logout().catch(() => undefined), pause(LOGOUT_MS, over)]);
  };

  const asked = async (ask: SessionAsk, once: Transaction, number: string | null = null): Promise<void> => {
    const forCode = ask === 'start' && number !== null && (await store.creds()) === null ? number : null;
    // It runs, or shows a code: there is nothing to begin.
    if (ask === 'start' && forCode === null && driver.isUnderWay()) return void (await once(async () => undefined));
    if (ask === 'end') await logOut();
    const write = () =>
      once(async (client) => {
        if (ask !== 'start') await store.wipe(client);
        await store.setCodeNumber(client, forCode);
        await store.setHalt(client, ask === 'end' ? { reason: 'logged-out', until: null } : null);
      });
    await driver.asked(write, ask !== 'end');
  };

  return {
    // What waits for a session that has ended fails, also during a pause.
    ready: () => driver.isReady() && (driver.hasEnded() || !slow.isPaused(Date.now())),
    send: async (message, { signal }) => {
      assertGoesOn();
      const sending = { socket: socket(), sent, held, preparing, addressOf, slowDown: slow.begin, signal };
      const channelId = await sendMessage(message, sending);
      slow.sent(message.to.value);
      return { channelId };
    },
    delete: async (message, { signal }) => {
      assertGoesOn();
      await deleteMessage(message, { socket: socket(), sent, addressOf, slowDown: slow.begin, signal });
    },
    read: async ({ to, channelIds }) => {
      const open = socket();
      if (!open?.isOpen()) return;
      const chat = await addressOf(open, to);
      if (chat) await open.sock.readMessages(channelIds.map((channelId) => messageKey(chat, channelId)));
    },
    fetchMedia: (source, { signal }) =>
      obtainFile(source, { mediaUrl: servers.mediaUrl, askPhone: (asked) => askPhone(socket(), asked), signal }),
    asked,
    changed: (now) => {
      ({ takesGroups, takesCalls } = now);
    },
    nudged: () =>
      void answerQuestions(pool, connection, { vault: held.vault, addressOf, socket, log }).catch((err: unknown) =>
        log.warn({ err, connectionId: id }, 'questions cannot be read'),
      ),
    stop: async () => {
      stopped.abort();
      socket()?.end();
      await Promise.all([driver.done(), draining]);
    },
  };
};
