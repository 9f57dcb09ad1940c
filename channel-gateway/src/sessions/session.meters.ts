import { createHash } from 'node:crypto';
import type { ConnectionStatus } from '@prosa/contracts';
import { Gauge, type metrics } from '@prosa/infra/runtime';
import type { SessionMeter } from '../channels/provider.port.ts';

type Counted = {
  status: ConnectionStatus | null;
  heardAt: number;
  reconnects: number;
  unreadable: number;
  setAside: number;
  isHeldBack: boolean;
  refusals: number;
};

/** The name of a session in metrics, whose readers may read no company's data: a shortened SHA-256 of the connection's id. */
export const sessionLabel = (connectionId: string): string =>
  createHash('sha256').update(connectionId).digest('hex').slice(0, 12);

/** The figures of the sessions that this instance owns, labelled by `sessionLabel`. */
export const sessionMeters = (registry: ReturnType<typeof metrics>) => {
  const sessions = new Map<string, Counted>();
  const gauge = (name: string, help: string, value: (of: Counted) => number): void => {
    new Gauge({
      name: `session_${name}`,
      help,
      labelNames: ['session'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [connectionId, of] of sessions) this.set({ session: sessionLabel(connectionId) }, value(of));
      },
    });
  };
  gauge('connected', 'Whether the session is connected.', ({ status }) => Number(status === 'CONNECTED'));
  gauge('quiet_seconds', 'Time since the channel last said anything.', ({ heardAt }) => (Date.now() - heardAt) / 1_000);
  gauge('reconnects', 'How often it was closed and tried again, since this instance owns it.', ({ reconnects }) => reconnects);
  gauge('unreadable', 'Messages that could not be decrypted at first.', ({ unreadable }) => unreadable);
  gauge('set_aside', 'Messages that are set aside because they could not be reported.', ({ setAside }) => setAside);
  gauge('held_back', 'Whether the channel holds back what came while the session was away.', ({ isHeldBack }) =>
    Number(isHeldBack),
  );
  gauge(
    'version_refusals',
    'How often the channel refused the version of the client: PROSA_WHATSAPP_VERSION.',
    (of) => of.refusals,
  );

  return {
    /** Begins to count for a session. */
    of: (connectionId: string): SessionMeter & { reported: (status: ConnectionStatus) => void; end: () => void } => {
      const counted: Counted = {
        status: null,
        heardAt: Date.now(),
        reconnects: 0,
        unreadable: 0,
        setAside: 0,
        isHeldBack: false,
        refusals: 0,
      };
      sessions.set(connectionId, counted);
      return {
        reported: (status) => {
          counted.status = status;
        },
        heard: () => {
          counted.heardAt = Date.now();
        },
        reconnected: () => {
          counted.reconnects += 1;
        },
        unreadable: () => {
          counted.unreadable += 1;
        },
        setAside: (count) => {
          counted.setAside = count;
        },
        heldBack: (isHeld) => {
          counted.isHeldBack = isHeld;
        },
        versionRefused: () => {
          counted.refusals += 1;
        },
        end: () => {
          if (sessions.get(connectionId) === counted) sessions.delete(connectionId);
        },
      };
    },
  };
};
export type SessionMeters = ReturnType<typeof sessionMeters>;
