import { inOrder } from '../../kernel/reports.ts';
import type { Code, Held, SessionState } from '../../provider.port.ts';
import type { WhatsAppStore } from '../signal/store.ts';
import { userOf } from '../wire/nodes.ts';
import { restrictionOf } from '../wire/restriction.ts';
import { pairingCodesOf } from './codes.ts';
import type { OpenSocket } from './socket.ts';

/** Reports the state of a session, one change after another. `socket`: the current one. */
export const sessionTelling = ({
  held,
  store,
  socket,
  over,
}: {
  held: Pick<Held, 'report' | 'show'>;
  store: Pick<WhatsAppStore, 'codeNumber'>;
  socket: () => OpenSocket | null;
  over: AbortSignal;
}) => {
  const inTurn = inOrder(over);
  const pairingCodes = pairingCodesOf();
  let setAside = 0;
  let slowUntil: Date | null = null;
  /** The shown state of an open session: its restriction, a long pause, or that messages of customers are set aside. */
  const shown = (): Partial<SessionState> => {
    const restricted = restriction.shown();
    if (restricted.reason) return restricted;
    if (slowUntil) return { reason: 'slow-down', until: slowUntil };
    return setAside > 0 ? { reason: `set-aside ${setAside}` } : {};
  };

  const tell = (state: SessionState): Promise<void> => inTurn(() => held.report(state));
  const open = (more: Partial<SessionState> = shown()): Promise<void> =>
    tell({ status: 'CONNECTED', account: userOf(socket()?.sock.user?.id), ...more });
  const openAgain = (): void => {
    if (socket()?.isOpen()) void open();
  };
  const restriction = restrictionOf(openAgain, over);

  return {
    tell,
    /** It is open, with its account, and with what restricts it or `more`. */
    open,
    restricted: restriction.set,
    /** The server wants nothing until then; null: it does again. */
    slow: (until: Date | null): void => {
      slowUntil = until;
      openAgain();
    },
    /** So many messages are set aside. */
    setAside: (count: number): void => {
      if (setAside === count) return;
      setAside = count;
      openAgain();
    },
    /** A code to link a device, with one that can be typed instead if a number was given. */
    code: (of: OpenSocket, code: Code): Promise<void> =>
      inTurn(async () => {
        const phoneNumber = await store.codeNumber();
        const pairingCode = phoneNumber === null ? null : await pairingCodes.of(of, phoneNumber);
        await held.show({ ...code, pairingCode });
        await held.report({ status: 'qrcode' });
      }),
  };
};
