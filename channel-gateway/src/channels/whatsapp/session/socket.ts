import type { Logger } from '@prosa/infra/runtime';
import type { AuthenticationCreds, WAVersion } from '@whiskeysockets/baileys';
import type { Held } from '../../provider.port.ts';
import { acknowledge } from '../sending/receipts.ts';
import { journaledCall, type WhatsAppJournal } from '../signal/journal.ts';
import { journalingRepository } from '../signal/repository.ts';
import type { WhatsAppStore } from '../signal/store.ts';
import { codesOfSocket } from '../socket/codes.ts';
import { saver } from '../socket/saver.ts';
import { type Heard, type OpenSocket, openSocket } from '../socket/socket.ts';
import type { Closed } from '../wire/closing.ts';
import type { Servers } from '../wire/servers.ts';
import type { Timings } from '../wire/timings.ts';
import type { Happened } from './machine.ts';

export type SocketTools = {
  id: string;
  held: Held;
  store: WhatsAppStore;
  journal: WhatsAppJournal;
  sentMessage: Parameters<typeof openSocket>[0]['sentMessage'];
  /** The kinds that the company accepts now. */
  takes: () => { takesGroups: boolean; takesCalls: boolean };
  wakeInbox: () => void;
  servers: Servers;
  timings: Timings;
  log: Logger;
};

/**
 * One socket of a session from its opening to its end, as the version `used`; `ended` ends it. It tells by `has` that it is there, by
 * `opened` that its opening takes no place any more, and by `happened` what the session's machine must know; nothing after its end.
 */
export const runSocket = async (
  creds: AuthenticationCreds,
  used: WAVersion | null,
  ended: AbortSignal,
  { id, held, store, journal, sentMessage, takes, wakeInbox, servers, timings, log }: SocketTools,
  tell: {
    has: (socket: OpenSocket | null) => void;
    happened: (event: Happened) => void;
    opened: () => void;
    restricted: Heard['restricted'];
  },
): Promise<Closed> => {
  const isNew = !creds.me;
  const codes = codesOfSocket();
  const saves = saver(() => store.saveCreds(creds));
  const { keys, close } = store.keysOfSocket(creds);
  const watch = new AbortController();
  const happened = (event: Happened): void => {
    if (!watch.signal.aborted) tell.happened(event);
  };
  const closed = await new Promise<Closed>((resolve) => {
    const now = openSocket({
      creds,
      keys,
      servers: { ...servers, version: used },
      repository: journalingRepository(journal, { journaled: wakeInbox, unread: held.meter.unreadable }),
      sentMessage,
      takesGroups: () => takes().takesGroups,
      takesCalls: () => takes().takesCalls,
      timings,
      log,
      heard: {
        code: (qrcode) => happened({ is: 'code', code: { qrcode, ...codes.next() } }),
        codeRefused: () => happened({ is: 'cannot link', reason: 'code-refused' }),
        needsPasskey: () => happened({ is: 'cannot link', reason: 'passkey' }),
        linked: () => happened({ is: 'linked' }),
        open: () => {
          tell.opened();
          log.info({ connectionId: id }, 'a session is open');
          happened({ is: 'open' });
        },
        heldBack: () => happened({ is: 'held back' }),
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
          wakeInbox();
        },
        restricted: tell.restricted,
      },
    });
    tell.has(now);
    const end = () => now.end();
    ended.addEventListener('abort', end, { once: true, signal: watch.signal });
    if (ended.aborted || held.lost.aborted) end();
  });
  watch.abort();
  tell.opened();
  tell.has(null);
  await Promise.all([saves.done(), close()]);
  return closed;
};
