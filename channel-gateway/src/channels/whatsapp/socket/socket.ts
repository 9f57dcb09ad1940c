import type { Logger } from '@prosa/infra/runtime';
import {
  type AuthenticationCreds,
  type BinaryNode,
  Browsers,
  makeWASocket,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
} from '@whiskeysockets/baileys';
import { Permanent } from '../../provider.port.ts';
import type { JournalingRepository } from '../signal/repository.ts';
import { vainCalls } from '../wire/calls.ts';
import type { Closed } from '../wire/closing.ts';
import { quietLibsignal } from '../wire/libsignal.console.ts';
import { fence, inOrder } from '../wire/listeners.ts';
import { type Attrs, isGroup, isLid, isPhone } from '../wire/nodes.ts';
import type { Restriction } from '../wire/restriction.ts';
import type { Servers } from '../wire/servers.ts';
import type { Timings } from '../wire/timings.ts';
import { oneAtATime } from '../wire/turns.ts';
import { endWaits } from '../wire/waits.ts';

/** Listeners of a socket. */
export type Heard = {
  code: (qrcode: string) => void;
  linked: () => void;
  open: () => void;
  /** The server said anything at all. */
  frame: () => void;
  closed: (closed: Closed) => void;
  receipt: (attrs: Attrs, ids: string[]) => void;
  creds: () => void;
  /** A call ended without an answer. Rejects if that cannot be written: then it is not confirmed. */
  missed: (attrs: Attrs) => Promise<void>;
  /** The server does not finish delivering what came while the device was away. */
  heldBack: () => void;
  /** The server refuses to link a number by a code. */
  codeRefused: () => void;
  restricted: (restriction: Restriction | null) => void;
  /** A linking that Baileys cannot complete. */
  needsPasskey: () => void;
};

const PASSKEY: ReadonlySet<string> = new Set(['passkey_prologue_request', 'crsc_continuation', 'companion_reg_refresh']);
/** How long after a code was made the server may still refuse it. */
const REFUSAL_MS = 10_000;
/** After a frame that cannot be read the connection is of no more use. */
const BROKEN = 428;

/**
 * One socket of a linked device, or of one to be linked, by Baileys, with fences around it: nothing that the server says ends the process,
 * nothing waits for ever, and it ends in the tick in which `end` is called.
 */
export const openSocket = ({
  creds,
  keys,
  servers,
  repository,
  sentMessage,
  takesGroups,
  takesCalls,
  heard,
  timings,
  log,
}: {
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
  servers: Servers;
  repository: JournalingRepository;
  /** A sent message, by its id. */
  sentMessage: (id: string) => Promise<proto.IMessage | undefined>;
  /** Whether messages of groups are conversations. */
  takesGroups: () => boolean;
  /** Whether calls may ring. */
  takesCalls: () => boolean;
  heard: Heard;
  timings: Timings;
  log: Logger;
}) => {
  quietLibsignal();
  const sock = makeWASocket({
    auth: { creds, keys },
    waWebSocketUrl: servers.wsUrl,
    ...(servers.version && { version: servers.version }),
    // Its logs contain numbers and keys.
    logger: log.child({}, { level: 'silent' }) as unknown as NonNullable<UserFacingSocketConfig['logger']>,
    makeSignalRepository: repository.make,
    // Under another name WhatsApp refuses codes that are typed.
    browser: Browsers.windows('Chrome'),
    // Otherwise the owner's phone shows no notifications any more.
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: ({ syncType }) => syncType !== proto.HistorySync.HistorySyncType.FULL,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    getMessage: async ({ id }) => (id ? sentMessage(id) : undefined),
  });
  const { ws, ev } = sock;
  const awaited = new Map<string, (attrs: Attrs) => void>();
  const timers = new Set<NodeJS.Timeout>();
  let state: 'opening' | 'linking' | 'open' | 'over' = 'opening';

  const over = (closed: Closed): void => {
    if (state === 'over') return;
    state = 'over';
    for (const timer of timers) clearTimeout(timer);
    (ws as unknown as { socket: { terminate: () => void } | null }).socket?.terminate();
    void sock.end(undefined).catch(() => undefined);
    // A socket that still reads would begin to buffer events, which retains it all for another 30 s.
    ev.buffer = () => undefined;
    for (const give of awaited.values()) give({ error: 'closed' });
    heard.closed(closed);
  };
  const later = (ms: number, work: () => void): NodeJS.Timeout => {
    const timer = setTimeout(work, ms);
    timers.add(timer);
    return timer;
  };
  /**
   * Whatever steps a Signal session runs alone: Baileys reads and writes a session under different locks when it sends and when it receives,
   * and one of two steps at once would be lost.
   */
  const alone = oneAtATime(timings.messageMs);
  const silent = later(timings.openMs, () => over({ code: 408 }));

  fence(ws, (name, error) => {
    log.warn(
      { err: { name: error.name, code: (error as { code?: unknown }).code }, event: name },
      'a session has met what it cannot read',
    );
    if (name === 'message') over({ code: BROKEN });
  });
  endWaits(ws);
  ws.on('message', heard.frame);
  ws.on('unexpected-response', (_: unknown, { statusCode = 503 }: { statusCode?: number }) =>
    over({ code: statusCode >= 500 || statusCode < 400 ? 503 : statusCode }),
  );
  ws.on('CB:failure', ({ attrs }: BinaryNode) => over({ code: Number(attrs.reason ?? 500), until: untilOf(attrs) }));
  ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => awaited.get(attrs.id ?? '')?.(attrs));
  ws.on('CB:receipt', ({ attrs, content }: BinaryNode) => {
    const list = Array.isArray(content) ? content.find(({ tag }) => tag === 'list')?.content : undefined;
    const more = Array.isArray(list) ? list.map((item) => item.attrs.id ?? '') : [];
    heard.receipt(attrs, [attrs.id ?? '', ...more]);
  });
  ws.on('CB:notification', ({ content }: BinaryNode) => {
    if (Array.isArray(content) && content.some(({ tag }) => PASSKEY.has(tag))) heard.needsPasskey();
  });
  ws.on('CB:ib,,offline_preview', () => {
    const held = later(timings.offlineMs, heard.heldBack);
    ws.once('CB:ib,,offline', () => clearTimeout(held));
  });
  // Baileys leaves these unanswered, and the server ends the stream of a device that confirms none for long.
  ws.on('CB:status', (stanza: BinaryNode) => void sock.sendMessageAck(stanza).catch(() => undefined));
  const vainCall = vainCalls();
  inOrder(ws, 'CB:call', (stanza, read) => {
    const vain = isConversation(stanza.attrs.from) ? vainCall(stanza, takesCalls()) : null;
    // Baileys confirms it in any case.
    if (!vain) return read();
    // In turn with messages: what the customer writes after the call is reported after it.
    return alone(async () => {
      await heard.missed(vain.missed);
      // The server may never answer this. The caller hears it ring then, and the customer has been told to write all the same.
      if (vain.rejects) sock.rejectCall(vain.missed.id!, vain.rejects).catch(() => log.warn('a call cannot be rejected'));
      return read();
    });
  });
  inOrder(ws, 'CB:message', (stanza, read) => {
    // Whatever is not ours is confirmed plainly: Baileys would refuse it, and a refused message holds up all behind it.
    const { from } = stanza.attrs;
    if (!isConversation(from) && !(isGroup(from) && takesGroups())) return sock.sendMessageAck(stanza);
    repository.note(stanza);
    return alone(() => read(atOnce(stanza)));
  });
  // These may begin or replace a session as well.
  inOrder(ws, 'CB:receipt', (stanza, read) => (stanza.attrs.type === 'retry' ? alone(() => read(atOnce(stanza))) : read()));
  inOrder(ws, 'CB:notification', (stanza, read) =>
    stanza.attrs.type === 'encrypt' ? alone(() => read(atOnce(stanza))) : read(),
  );

  ev.on('creds.update', heard.creds);
  /**
   * With every change of its credentials Baileys tells its name in a way that says that somebody is there, and at the opening it says
   * nothing as long as it knows no name: the owner's phone would be mute (Baileys' issues 893 and 2553).
   */
  const sayAway = (): void => {
    const attrs = { type: 'unavailable', name: creds.me?.name?.replaceAll('@', '') ?? '' };
    if (state === 'open') sock.sendNode({ tag: 'presence', attrs }).catch(() => log.warn('that nobody is there cannot be told'));
  };
  ev.on('creds.update', sayAway);
  ev.on('connection.update', ({ qr, isNewLogin, connection, lastDisconnect, reachoutTimeLock }) => {
    if (state === 'over') return;
    if (reachoutTimeLock)
      heard.restricted(reachoutTimeLock.isActive ? { until: reachoutTimeLock.timeEnforcementEnds ?? null } : null);
    if (qr) {
      clearTimeout(silent);
      state = 'linking';
      heard.code(qr);
    }
    if (isNewLogin) heard.linked();
    if (connection === 'open') {
      clearTimeout(silent);
      state = 'open';
      sayAway();
      heard.open();
    }
    const error = lastDisconnect?.error;
    if (connection === 'close') over({ code: codeOf(error), codesUsedUp: error?.message.includes('QR refs') ?? false });
  });

  ev.on('message-capping.update', ({ capping_status, cycle_end_timestamp }) => {
    const until = cycle_end_timestamp ? new Date(Number(cycle_end_timestamp) * 1_000) : null;
    if (capping_status === 'CAPPED' && state !== 'over') heard.restricted({ until });
  });

  /** The server takes a message to nobody as well, and confirms it. Baileys keeps the devices, so they are not asked for twice. */
  const assertDevices = async (jid: string, fresh: boolean): Promise<void> => {
    if (isGroup(jid) || (await sock.getUSyncDevices([jid], !fresh, false)).length > 0) return;
    if (!fresh && (await sock.getUSyncDevices([jid], false, false)).length > 0) return;
    throw new Permanent('There is no device to which the message could go.', { reason: 'not-there' });
  };

  return {
    sock,
    isOpen: () => state === 'open',
    /** A code to be typed into the phone of a number. Baileys makes it before the server has agreed: a refusal comes later. */
    requestCode: async (number: string): Promise<string> => {
      ws.once('CB:iq,type:error', heard.codeRefused);
      later(REFUSAL_MS, () => ws.off('CB:iq,type:error', heard.codeRefused));
      return sock.requestPairingCode(number);
    },
    /** Asks whether the account is restricted; the answer is heard. */
    askRestriction: (): void => void sock.fetchAccountReachoutTimelock().catch(() => undefined),
    end: (): void => over({ code: null }),
    /** Sends a message; resolves with what the server says to it. Rejects if the connection ends first. */
    relay: async (
      jid: string,
      message: proto.IMessage,
      id: string,
      { signal, edit, fresh = false, isBulk = false }: RelayOptions,
    ): Promise<Attrs> => {
      const answer = new Promise<Attrs>((resolve, reject) => {
        awaited.set(id, (attrs) => (attrs.error === 'closed' ? reject(new Error('The connection ended.')) : resolve(attrs)));
        signal.addEventListener('abort', () => reject(new Error('The server did not confirm it in time.')), { once: true });
      });
      answer.catch(() => undefined);
      try {
        let failure: unknown;
        await alone(async () => {
          if (signal.aborted) return;
          await assertDevices(jid, fresh)
            .then(() =>
              sock.relayMessage(jid, message, {
                messageId: id,
                useUserDevicesCache: !fresh,
                ...(edit && { additionalAttributes: { edit } }),
              }),
            )
            .catch((error: unknown) => {
              failure = error;
            });
        }, isBulk);
        if (failure) throw failure;
        return await answer;
      } finally {
        awaited.delete(id);
      }
    },
  };
};
export type OpenSocket = ReturnType<typeof openSocket>;
export type RelayOptions = {
  signal: AbortSignal;
  /** The kind of change that the message makes to another: 7 deletes it. */
  edit?: string;
  /** Asks for the recipient's devices anew. */
  fresh?: boolean;
  /** No person waits for it: whatever else is to be sent goes first. */
  isBulk?: boolean;
};

/** Status updates, lists and newsletters are no conversations with customers; groups are some if the company says so. */
const isConversation = (jid: string | undefined): boolean => isPhone(jid) || isLid(jid);

/** Removes the mark `offline`, for which Baileys would put the stanza into a queue of its own, outside of ours. */
const atOnce = ({ attrs: { offline, ...attrs }, ...stanza }: BinaryNode): BinaryNode => ({ ...stanza, attrs });

const codeOf = (error: unknown): number => (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode ?? 428;

const untilOf = ({ expire }: Attrs): Date | null => (expire ? new Date(Date.now() + Number(expire) * 1_000) : null);
