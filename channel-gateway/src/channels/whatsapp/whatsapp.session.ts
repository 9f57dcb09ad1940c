import type { SessionAsk } from '@prosa/contracts';
import { type Logger, pause } from '@prosa/infra/runtime';
import type { AuthenticationCreds, WAVersion } from '@whiskeysockets/baileys';
import type pg from 'pg';
import type { Connection, Held, Session, Transaction } from '../provider.port.ts';
import { Permanent } from '../provider.port.ts';
import { addressesOf } from './whatsapp.addresses.ts';
import { answerQuestions } from './whatsapp.answers.ts';
import { groupSubjects, messageKey } from './whatsapp.chats.ts';
import { afterClosing, type Closed } from './whatsapp.closing.ts';
import { codesOfSocket } from './whatsapp.codes.ts';
import { obtainFile } from './whatsapp.files.ts';
import { whatsAppInbox } from './whatsapp.inbox.ts';
import { journaledCall, whatsAppJournal } from './whatsapp.journal.ts';
import { userOf } from './whatsapp.nodes.ts';
import type { Openings } from './whatsapp.openings.ts';
import { deleteMessage, sendMessage, sentMessages } from './whatsapp.outgoing.ts';
import { askPhone } from './whatsapp.phone.ts';
import { acknowledge } from './whatsapp.receipts.ts';
import { journalingRepository } from './whatsapp.repository.ts';
import { roundsOf } from './whatsapp.rounds.ts';
import { saver } from './whatsapp.saver.ts';
import type { Servers } from './whatsapp.servers.ts';
import { type OpenSocket, openSocket } from './whatsapp.socket.ts';
import { type Halt, whatsAppStore } from './whatsapp.store.ts';
import { sessionTelling } from './whatsapp.telling.ts';
import { LOGOUT_MS, LOOK_MS, type Timings } from './whatsapp.timings.ts';
import { OLD_VERSION, type VersionGuard } from './whatsapp.version.ts';

/** A session that can do all that the port knows, but prepares nothing. */
export type FullSession = Session &
  Required<Pick<Session, 'ready' | 'delete' | 'fetchMedia' | 'asked' | 'changed' | 'nudged' | 'read'>>;

/** The session of one connection: its socket, again and again, and what goes through it. */
export const whatsAppSession = ({
  connection,
  held,
  pool,
  servers,
  version,
  openings,
  timings,
  log,
}: {
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
    subjectOf: (group) => subjectOf(socket, group),
    setAside: (count) => {
      held.meter.setAside(count);
      telling.setAside(count);
    },
    log,
  });
  const addressOf = addressesOf({ ...store.spelling, pairOf: store.pairOf });
  const preparing: Parameters<typeof sendMessage>[1]['preparing'] = new Map();
  const stopped = new AbortController();
  const over = AbortSignal.any([lost, stopped.signal]);
  let socket: OpenSocket | null = null;
  let { takesGroups, takesCalls } = connection;
  let isHalted = false;
  const past = { failures: 0, replacedAt: null as number | null };
  /** It was linked just now, and has not been connected yet. */
  let isPairing = false;
  /** The server has held back messages since the last request. */
  let wasHeldBack = false;
  /** It was asked to log in once, though the version is refused. */
  let triesVersion = false;
  /** A device shall be linked, and waits for its first code; aborted by it. */
  let linking: AbortController | null = null;
  /** That has taken long: it may be asked to begin again. */
  let isUnanswered = false;
  /** Another connection has the number. */
  let isForeign = false;

  // In the same tick, before another owner may open one.
  lost.addEventListener('abort', () => socket?.end(), { once: true });

  const telling = sessionTelling({ held, store, socket: () => socket, over });
  const { tell } = telling;
  const halt = async (why: Halt, wipe: boolean): Promise<void> => {
    isHalted = true;
    linking?.abort();
    await store.untilDone(async (client) => {
      if (wipe) await store.wipe(client);
      await store.setHalt(client, why);
    });
    // What waits fails: no answer leaves days later.
    held.becameReady();
    await tell({ status: 'DISCONNECTED', ...why });
  };

  /** One socket from its opening to its end. */
  const runSocket = async (
    creds: AuthenticationCreds,
    opened: () => void,
    ended: AbortSignal,
  ): Promise<Closed & { stopsBy: string | null; version: WAVersion | null }> => {
    const isNew = !creds.me;
    const as = version.current();
    const codes = codesOfSocket();
    /** Why the linking cannot go on. */
    let stopsBy: string | null = null;
    const saves = saver(() => store.saveCreds(creds));
    const watch = new AbortController();
    const { keys, close } = store.keysOfSocket(creds);
    const closed = await new Promise<Closed>((resolve) => {
      const now = openSocket({
        creds,
        keys,
        servers: { ...servers, version: as },
        repository: journalingRepository(journal, { journaled: inbox.wake, unread: held.meter.unreadable }),
        sentMessage: sent.find,
        takesGroups: () => takesGroups,
        takesCalls: () => takesCalls,
        timings,
        log,
        heard: {
          code: (qrcode) => {
            linking?.abort();
            isUnanswered = false;
            version.accept();
            void telling.code(now, { qrcode, ...codes.next() });
          },
          codeRefused: () => {
            stopsBy = 'code-refused';
            now.end();
          },
          linked: () => {
            isPairing = true;
            void tell({ status: 'PAIRING' });
          },
          open: () => {
            opened();
            version.accept();
            if (isForeign) return void now.sock.logout().catch(() => now.end());
            telling.back();
            [past.failures, isPairing, triesVersion] = [0, false, false];
            held.meter.heldBack(false);
            log.info({ connectionId: id }, 'a session is open');
            void telling.open(creds.me?.id);
            held.becameReady();
          },
          frame: held.meter.heard,
          closed: resolve,
          receipt: (attrs, ids) =>
            void acknowledge(held.callbacks, attrs, ids).catch((err: unknown) =>
              log.warn({ err, connectionId: id }, 'a receipt cannot be reported'),
            ),
          // A device that is not linked yet has nothing worth keeping.
          creds: () => {
            if (!isNew || creds.me?.lid) saves.save();
          },
          missed: async (attrs) => {
            await keys.set(journaledCall(attrs) as Parameters<typeof keys.set>[0]);
            inbox.wake();
          },
          heldBack: () => {
            // One new login may help; after that the session is used as it is.
            if (wasHeldBack) held.meter.heldBack(true);
            if (wasHeldBack) void telling.open(creds.me?.id, { reason: 'held-back' });
            else now.end();
            wasHeldBack = true;
          },
          restricted: telling.restricted,
          needsPasskey: () => {
            stopsBy = 'passkey';
            now.end();
          },
        },
      });
      socket = now;
      const end = () => now.end();
      ended.addEventListener('abort', end, { once: true, signal: watch.signal });
      if (ended.aborted || lost.aborted) end();
      if (!isNew) void telling.timeout(watch.signal);
    });
    opened();
    watch.abort();
    socket = null;
    await Promise.all([saves.done(), close()]);
    return { ...closed, stopsBy, version: as };
  };
  const keepOpen = async (ended: AbortSignal): Promise<void> => {
    linking?.abort();
    linking = null;
    isUnanswered = false;
    while (!ended.aborted) {
      await version.settled();
      const why = version.stops(await store.halt(), triesVersion);
      if (why) {
        if (!isHalted) await halt(why, false);
        const waitMs = why.until ? Math.min(LOOK_MS, why.until.getTime() - Date.now()) : LOOK_MS;
        await pause(waitMs, AbortSignal.any([ended, version.accepted()]));
        continue;
      }
      isHalted = false;
      const kept = await store.creds();
      if (kept && !isPairing) await telling.trying('OPENING');
      if (!kept && linking === null) {
        linking = new AbortController();
        const signal = AbortSignal.any([ended, linking.signal]);
        void telling.linking(timings.answerMs, signal, () => {
          isUnanswered = true;
        });
      }
      isForeign = kept !== null && !(await store.claimAccount(userOf(kept.me?.id)));
      // Who links a device waits for its code.
      const opened = kept ? await openings.enter(ended) : () => undefined;
      if (ended.aborted) return opened();
      const closed = await runSocket(kept ?? store.fresh(), opened, ended);
      if (ended.aborted) return;
      if (closed.stopsBy !== null) {
        await halt({ reason: closed.stopsBy, until: null }, true);
        continue;
      }
      log.info({ connectionId: id, code: closed.code }, 'a session was closed');
      const next = afterClosing(closed, { ...past, now: Date.now() }, Math.random(), timings);
      if (next.do === 'stop' && next.reason === OLD_VERSION.reason) {
        triesVersion = false;
        held.meter.versionRefused();
        log.error({ connectionId: id, alarm: 'whatsapp-version' }, 'WhatsApp refuses this version; the current one is asked for');
        if (await version.refuse(closed.version)) continue;
        if (ended.aborted) return;
      }
      if (next.do === 'stop') await halt({ reason: isForeign ? 'in-use' : next.reason, until: next.until }, next.wipe);
      if (next.do !== 'retry') continue;
      held.meter.reconnected();
      past.failures += 1;
      if (next.reason === 'replaced') past.replacedAt = Date.now();
      telling.away();
      if (kept) await telling.trying(next.status, next.reason);
      await (kept ? telling.waited : pause)(next.afterMs, ended);
    }
  };
  const logOut = async (): Promise<void> => {
    if (!socket?.isOpen()) return;
    await Promise.race([socket.sock.logout().catch(() => undefined), pause(LOGOUT_MS, over)]);
  };

  const rounds = roundsOf(keepOpen, over, (err) =>
    log.error({ err, connectionId: id }, 'a session cannot be kept open, retrying'),
  );
  const draining = inbox.run(over);
  const asked = async (ask: SessionAsk, once: Transaction, number: string | null = null): Promise<void> => {
    const forCode = ask === 'start' && number !== null && (await store.creds()) === null ? number : null;
    // It runs, or shows a code: there is nothing to begin.
    if (ask === 'start' && socket && forCode === null && !isUnanswered) return void (await once(async () => undefined));
    if (ask === 'end') await logOut();
    await rounds.interrupted(async () => {
      await once(async (client) => {
        if (ask !== 'start') await store.wipe(client);
        await store.setCodeNumber(client, forCode);
        await store.setHalt(client, ask === 'end' ? { reason: 'logged-out', until: null } : null);
      });
      Object.assign(past, { failures: 0, replacedAt: null });
      telling.back();
      [isHalted, wasHeldBack, triesVersion] = [false, false, ask !== 'end'];
    });
  };

  return {
    ready: () => isHalted || (!isForeign && (socket?.isOpen() ?? false)),
    send: async (message, { signal }) => {
      if (isHalted) throw new Permanent('The session has ended.', { reason: 'disconnected' });
      return { channelId: await sendMessage(message, { socket, sent, held, preparing, addressOf, signal }) };
    },
    delete: async (message, { signal }) => {
      if (isHalted) throw new Permanent('The session has ended.', { reason: 'disconnected' });
      await deleteMessage(message, { socket, sent, addressOf, signal });
    },
    read: async ({ to, channelIds }) => {
      const open = socket?.isOpen() ? socket : null;
      const chat = open && (await addressOf(open, to));
      if (chat) await open.sock.readMessages(channelIds.map((channelId) => messageKey(chat, channelId)));
    },
    fetchMedia: (source, { signal }) =>
      obtainFile(source, { mediaUrl: servers.mediaUrl, askPhone: (asked) => askPhone(socket, asked), signal }),
    asked,
    changed: (now) => {
      ({ takesGroups, takesCalls } = now);
    },
    nudged: () =>
      void answerQuestions(pool, connection, { vault: held.vault, addressOf, socket: () => socket, log }).catch((err: unknown) =>
        log.warn({ err, connectionId: id }, 'questions cannot be read'),
      ),
    stop: async () => {
      stopped.abort();
      socket?.end();
      await Promise.all([rounds.done(), draining]);
    },
  };
};
