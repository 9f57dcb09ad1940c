import type { Logger } from '@prosa/infra/runtime';
import type { Connections } from '../control/connections.registry.ts';
import type { Notifications } from '../kernel/notifications.ts';
import type { Hub } from '../push/hub.ts';
import type { SessionCodes } from './codes.ts';

/**
 * Pushes to this instance's screens what a session shows, whenever it changes. For each connection one read runs at a time, and another one
 * follows if it changed meanwhile, so that the last push is the newest state.
 */
export const pushCodes = ({
  notifications,
  connections,
  codes,
  hub,
  log,
}: {
  notifications: Notifications;
  connections: Pick<Connections, 'get' | 'ask'>;
  codes: SessionCodes;
  hub: Pick<Hub, 'showSession'>;
  log: Logger;
}): (() => Promise<void>) => {
  /** Connections that are being read; true if another read must follow. */
  const reading = new Map<string, boolean>();
  /** Connections whose last push contained a code: after lost notifications the code may be gone. */
  const showing = new Set<string>();
  const works = new Set<Promise<void>>();

  const tell = async (id: string): Promise<void> => {
    const connection = connections.get(id) ?? (await connections.ask(id));
    if (!connection) return;
    const shown = await codes.read(connection);
    if (shown.qrcode === '') showing.delete(id);
    else showing.add(id);
    hub.showSession(connection.companyId, shown);
  };
  const read = async (id: string): Promise<void> => {
    do {
      reading.set(id, false);
      await tell(id).catch((err: unknown) => log.warn({ err, connectionId: id }, 'cannot read what a session shows'));
    } while (reading.get(id));
    reading.delete(id);
  };
  const heard = (id: string): void => {
    if (reading.has(id)) {
      reading.set(id, true);
      return;
    }
    const work: Promise<void> = read(id).finally(() => works.delete(work));
    works.add(work);
  };
  const missed = async (): Promise<void> => {
    for (const id of new Set([...showing, ...(await codes.shown())])) heard(id);
  };

  const unlisten = notifications.on('gateway_code', (id) => {
    if (id !== null) return heard(id);
    missed().catch((err: unknown) => log.warn({ err }, 'cannot read what sessions show'));
  });
  return async () => {
    unlisten();
    await Promise.all(works);
  };
};
