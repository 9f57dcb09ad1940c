import { pause } from '@prosa/infra/runtime';
import type { AuthenticationCreds } from '@whiskeysockets/baileys';
import type { Openings } from '../socket/openings.ts';
import type { OpenSocket } from '../socket/socket.ts';
import { sessionTelling } from '../socket/telling.ts';
import type { VersionGuard } from '../socket/version.ts';
import { userOf } from '../wire/nodes.ts';
import { type Effect, type Happened, hasEnded, isUnderWay, NEW, type Now, sessionMachine, type Timer } from './machine.ts';
import { runSocket, type SocketTools } from './socket.ts';

/** Does what the session's machine decides: opens socket after socket, and turns what becomes of them into its events. */
export const driveSession = (tools: SocketTools & { version: VersionGuard; openings: Openings; over: AbortSignal }) => {
  const { id, held, store, version, openings, timings, over, log } = tools;
  const { lost } = held;
  const step = sessionMachine(timings);
  let state = NEW;
  let socket: OpenSocket | null = null;
  /** The linked device; null if none is. */
  let device: AuthenticationCreds | null = null;
  const timers = new Map<Timer, NodeJS.Timeout>();
  /** The last request, and what ends the work that runs when one comes. */
  let request: { write: () => Promise<void>; triesVersion: boolean; done: PromiseWithResolvers<void> } | null = null;
  let interrupted = new AbortController();
  const telling = sessionTelling({ held, store, socket: () => socket, over });

  // In the same tick, before another owner may open one.
  lost.addEventListener('abort', () => socket?.end(), { once: true });
  over.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer);
  });

  const happened = (event: Happened): void => {
    const [next, effects] = step(state, { ...event, at: Date.now() });
    state = next;
    for (const effect of effects) carryOut(effect);
  };

  const carryOut = (effect: Effect): void => {
    switch (effect.do) {
      case 'tell':
        return void telling.tell(effect.state);
      case 'tell open':
        return void telling.open(effect.reason === undefined ? undefined : { reason: effect.reason });
      case 'show':
        return void (socket && telling.code(socket, effect.code));
      case 'become ready':
        return void held.becameReady();
      case 'accept version':
        return void version.accept();
      case 'count reconnect':
        return void held.meter.reconnected();
      case 'count held back':
        return void held.meter.heldBack(effect.isHeld);
      case 'end socket':
        return void socket?.end();
      case 'log out':
        return void logOut();
      case 'start timer':
        if (!over.aborted)
          timers.set(
            effect.timer,
            setTimeout(() => happened({ is: effect.timer }), effect.ms),
          );
        return;
      case 'stop timer':
        return void clearTimeout(timers.get(effect.timer));
    }
  };

  const logOut = (): void => {
    const now = socket;
    void now?.sock.logout().catch(() => now.end());
  };

  /** Releases the place of the socket that opens. */
  let opened = (): void => undefined;
  /** Does the work of a state, until `ended` at the latest; resolves to what came of it. */
  const work = async (now: Now, ended: AbortSignal): Promise<Happened> => {
    switch (now.is) {
      case 'looking':
        await version.settled();
        return { is: 'looked', stop: version.stops(await store.halt(), state.triesVersion) };
      case 'halting':
        await store.untilDone(async (client) => {
          if (now.wipe) await store.wipe(client);
          await store.setHalt(client, now.why);
        });
        return { is: 'halted', why: now.why };
      case 'halted':
        await pause(now.ms, AbortSignal.any([ended, version.accepted()]));
        return { is: 'waited' };
      case 'identifying':
        device = await store.creds();
        if (!device) return { is: 'identified', device: 'none' };
        return { is: 'identified', device: (await store.claimAccount(userOf(device.me?.id))) ? 'own' : 'foreign' };
      case 'entering':
        // A person who links a device waits for its code, so it does not queue.
        opened = now.device === 'none' ? () => undefined : await openings.enter(ended);
        if (ended.aborted) opened();
        return { is: 'entered' };
      case 'connecting': {
        const used = version.current();
        const closed = await runSocket(device ?? store.fresh(), used, ended, tools, {
          has: (now) => {
            socket = now;
          },
          happened,
          opened,
          restricted: telling.restricted,
        });
        if (!ended.aborted) log.info({ connectionId: id, code: closed.code }, 'a session was closed');
        return { is: 'closed', closed, used, random: Math.random() };
      }
      case 'outdated':
        held.meter.versionRefused();
        log.error({ connectionId: id, alarm: 'whatsapp-version' }, 'WhatsApp refuses this version; the current one is asked for');
        return { is: 'learnt', isNew: await version.refuse(now.used) };
      case 'resting':
        await pause(now.ms, ended);
        return { is: 'waited' };
      case 'asked': {
        const { write, triesVersion, done } = request!;
        await write();
        done.resolve();
        return { is: 'asked', triesVersion };
      }
    }
  };
  const run = async (): Promise<void> => {
    while (!over.aborted) {
      const { now } = state;
      const ended = AbortSignal.any([over, interrupted.signal]);
      const event = await work(now, ended).catch((err: unknown): Happened => {
        if (now.is === 'asked') request?.done.reject(err);
        else if (!ended.aborted) log.error({ err, connectionId: id }, 'a session cannot be kept open, retrying');
        return { is: 'failed' };
      });
      // A written halt is reported in any case.
      if (!ended.aborted || event.is === 'halted') happened(event);
    }
    request?.done.reject(new Error('The session was stopped.'));
  };
  const running = run();

  return {
    telling,
    socket: () => socket,
    hasEnded: () => hasEnded(state),
    isReady: () => hasEnded(state) || (!isForeign(state.now) && (socket?.isOpen() ?? false)),
    isUnderWay: () => isUnderWay(state),
    /** Ends the socket, carries out a request by `write`, and begins anew, also if that fails. One request at a time. */
    asked: (write: () => Promise<void>, triesVersion: boolean): Promise<void> => {
      const done = Promise.withResolvers<void>();
      request = { write, triesVersion, done };
      happened({ is: 'interrupted' });
      interrupted.abort();
      interrupted = new AbortController();
      return done.promise;
    },
    /** Resolves when nothing runs any more, once `over`. */
    done: (): Promise<void> => running,
  };
};

const isForeign = (now: Now): boolean => now.is === 'connecting' && now.device === 'foreign';
