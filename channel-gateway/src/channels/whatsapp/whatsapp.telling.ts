import { pause } from '@prosa/infra/runtime';
import { inOrder } from '../kernel/reports.ts';
import type { Code, Held, SessionState } from '../provider.port.ts';
import { pairingCodesOf } from './whatsapp.codes.ts';
import { userOf } from './whatsapp.nodes.ts';
import { restrictionOf } from './whatsapp.restriction.ts';
import type { OpenSocket } from './whatsapp.socket.ts';
import type { WhatsAppStore } from './whatsapp.store.ts';
import { TIMEOUT_MS } from './whatsapp.timings.ts';

/** What a session tells of its state, one thing after another. `socket`: the one that it has now. */
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
  let awaySince: number | null = null;
  /** In how many milliseconds it has been away for long. */
  const leftMs = (): number => (awaySince ?? Date.now()) + TIMEOUT_MS - Date.now();

  let setAside = 0;
  /** What is shown of an open session: what restricts it, or that messages of customers are set aside. */
  const shown = (): Partial<SessionState> => {
    const restricted = restriction.shown();
    return setAside > 0 && !restricted.reason ? { reason: `set-aside ${setAside}` } : restricted;
  };

  const tell = (state: SessionState): Promise<void> => inTurn(() => held.report(state));
  const restriction = restrictionOf(() => {
    const now = socket();
    if (now?.isOpen()) void tellOpen(now.sock.user?.id);
  }, over);
  const tellOpen = (me: string | undefined, more: Partial<SessionState> = shown()): Promise<void> =>
    tell({ status: 'CONNECTED', account: userOf(me), ...more });

  return {
    tell,
    /** It is open, with this account; `more` than what restricts it. */
    open: tellOpen,
    restricted: restriction.set,
    /** So many messages are set aside. */
    setAside: (count: number): void => {
      if (setAside === count) return;
      setAside = count;
      const now = socket();
      if (now?.isOpen()) void tellOpen(now.sock.user?.id);
    },
    /** A code to link a device, with one that can be typed instead if a number was given. */
    code: (of: OpenSocket, code: Code): Promise<void> =>
      inTurn(async () => {
        const phoneNumber = await store.codeNumber();
        const pairingCode = phoneNumber === null ? null : await pairingCodes.of(of, phoneNumber);
        await held.show({ ...code, pairingCode });
        await held.report({ status: 'qrcode' });
      }),
    /** It is not open, since now if it was before. */
    away: (): void => {
      awaySince ??= Date.now();
    },
    back: (): void => {
      awaySince = null;
    },
    /** A device shall be linked: it is being opened, and after `ms` without an answer it is not. Not told any more if `signal` is aborted. */
    linking: async (ms: number, signal: AbortSignal, onUnanswered: () => void): Promise<void> => {
      await tell({ status: 'OPENING', reason: null });
      await pause(ms, signal);
      if (signal.aborted) return;
      onUnanswered();
      await tell({ status: 'DISCONNECTED', reason: 'no-answer' });
    },
    /** One that has been away for long is shown as not answering, whatever it does. */
    trying: (status: SessionState['status'], reason?: string | null): Promise<void> => {
      const isLong = awaySince !== null && Date.now() - awaySince > TIMEOUT_MS;
      return tell({ status: isLong ? 'TIMEOUT' : status, ...(reason !== undefined && { reason }) });
    },
    /** Waits before the next try, and tells on the way that it does not answer, if that is when it has been away for long. */
    waited: async (ms: number, signal: AbortSignal): Promise<void> => {
      const left = leftMs();
      if (left <= 0 || left >= ms) return pause(ms, signal);
      await pause(left, signal);
      if (!signal.aborted) await tell({ status: 'TIMEOUT' });
      await pause(ms - left, signal);
    },
    /** Tells that it does not answer, once it has been away for long; not if `signal` is aborted before. */
    timeout: async (signal: AbortSignal): Promise<void> => {
      awaySince ??= Date.now();
      await pause(leftMs(), signal);
      if (!signal.aborted && !socket()?.isOpen()) await tell({ status: 'TIMEOUT' });
    },
  };
};
