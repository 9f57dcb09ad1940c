import { newId, type SessionAsk } from '@prosa/contracts';
import { type Logger, pause, wakeSignal } from '@prosa/infra/runtime';
import type { Connection, Held, Transaction, Vault } from '../provider.port.ts';
import type { SimulatorStore } from './simulator.store.ts';

const CONTEXT = 'simulated code';
const POLL_MS = 10_000;
const AGAIN_MS = 500;

/** A code to be shown, sealed as it is stored; '' shows none. Without one, one is made up. */
export const sealedCode = async (vault: Vault, qrcode = `prosa-simulator:${newId()}`): Promise<Buffer | null> =>
  qrcode === '' ? null : vault.seal(qrcode, CONTEXT);

/** Whether the session is ready; the requests for it; and its work, which is to report the state that was last requested. */
export type SimulatedSession = {
  ready: () => boolean;
  nudged: () => void;
  asked: (ask: SessionAsk, once: Transaction) => Promise<void>;
  run: (stopped: AbortSignal) => Promise<void>;
};

/** A session without a request is connected from the first, and reports nothing; one that was asked to end before is ended. */
export const simulatedSession = (connection: Connection, held: Held, store: SimulatorStore, log: Logger): SimulatedSession => {
  const { id } = connection;
  const wake = wakeSignal();
  let isOn = false;
  let shown: string | null = null;
  const turn = (on: boolean): void => {
    const becomesReady = on && !isOn;
    isOn = on;
    if (becomesReady) held.becameReady();
  };

  const look = async (): Promise<void> => {
    const state = await store.session(id);
    if (!state) return turn(connection.asked?.ask !== 'end');
    const { status, code, retries, version } = state;
    turn(status === 'CONNECTED');
    if (version === shown) return;
    if (status === 'qrcode') await held.show(code && { qrcode: String(await held.vault.open(code, CONTEXT)), retries });
    await held.report({ status, reason: status === 'DISCONNECTED' ? 'logged-out' : null });
    shown = version;
  };

  return {
    ready: () => isOn,
    nudged: wake.wake,
    asked: async (ask, once) => {
      const code = ask === 'renew' ? await sealedCode(held.vault) : null;
      const status = ask === 'start' ? 'CONNECTED' : ask === 'renew' ? 'qrcode' : 'DISCONNECTED';
      await once((client) => store.setSession(id, status, code, client));
      wake.wake();
    },
    run: async (stopped) => {
      while (!stopped.aborted) {
        try {
          await look();
          await wake.wait(POLL_MS, stopped);
        } catch (err) {
          if (stopped.aborted) return;
          log.warn({ err, connectionId: id }, 'cannot show what the simulated session is asked for, retrying');
          await pause(AGAIN_MS, stopped);
        }
      }
    },
  };
};
