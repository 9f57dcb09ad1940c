import { SYNC_TAG } from '../../desk/outbox/background-sync.ts';
import { drain } from '../../desk/outbox/drain.ts';
import { tellOthers } from '../../desk/outbox/outbox.channel.ts';
import * as database from '../../desk/outbox/outbox.db.ts';
import { withTicket } from '../../desk/outbox/outbox.lock.ts';
import { sendBy } from '../../desk/outbox/send.ts';
import { CannotCall, enter } from './worker-session.ts';

type SyncEvent = ExtendableEvent & { tag: string };

/** The browser wakes the worker when the network is back, even if no tab is open. If this rejects, the browser tries again later. */
export const sendInBackground = (self: ServiceWorkerGlobalScope): void => {
  self.addEventListener('sync' as 'message', (event) => {
    const { tag } = event as unknown as SyncEvent;
    if (tag === SYNC_TAG) event.waitUntil(sendWaiting());
  });
};

const sendWaiting = async (): Promise<void> => {
  if (await database.isEmpty()) return;
  const session = await enter().catch((error: unknown) => {
    if (error instanceof CannotCall && error.isFinal) return null; // signed out: it waits until its user signs in
    throw error;
  });
  if (session === null) return;
  const { token, user } = session;
  await drain({ userId: user.id, store: database, withTicket, send: sendBy(token), tell: tellOthers });
};
