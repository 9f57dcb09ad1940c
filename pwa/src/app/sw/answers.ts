import { type DeviceSession, type DeviceUnread, type KeptAnswer, ownDevice } from '../../kernel/device/device-cache.ts';
import { type NoticeData, notSentOf } from './notice-words.ts';
import { CannotCall, callAs } from './worker-session.ts';

/** Delays before each try to send an answer, in milliseconds. */
const TRIES = [0, 1_000, 4_000];

/**
 * Sends the text typed into a notification as a message of its ticket. If it cannot be sent, it is shown again and kept for the ticket's
 * draft.
 */
export const answer = async (self: ServiceWorkerGlobalScope, data: NoticeData, text: string): Promise<void> => {
  const { ticketId, userId } = data;
  const body = text.trim();
  if (body === '') return;
  try {
    await send(data, body);
    await ownDevice.drop(`answer:${ticketId}`);
    const unread = ((await ownDevice.read<DeviceUnread>('unread')) ?? []).filter((id) => id !== ticketId);
    await ownDevice.write('unread', unread);
    await (unread.length > 0 ? navigator.setAppBadge?.(unread.length) : navigator.clearAppBadge?.())?.catch(() => undefined);
  } catch (error) {
    if (!(error instanceof CannotCall)) console.warn('An answer could not be sent:', error);
    await ownDevice.write(`answer:${ticketId}`, { userId, text: body } satisfies KeptAnswer);
    await self.registration.showNotification(...notSentOf(data, body));
  }
};

const send = async (data: NoticeData, body: string): Promise<void> => {
  const signed = (await ownDevice.read<DeviceSession>('session'))?.signs ?? true;
  const key = await keyOf(data, body);
  for (const [n, ms] of TRIES.entries()) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    try {
      await callAs(data.userId, `POST /messages/${data.ticketId}`, { key, body: { body, signed } });
      return;
    } catch (error) {
      if (!(error instanceof CannotCall) || error.isFinal || n === TRIES.length - 1) throw error;
    }
  }
};

/** The idempotency key: the same text as the answer to the same notification is one message, however often it is sent. */
const keyOf = async ({ ticketId, seq }: NoticeData, body: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${ticketId} ${seq} ${body}`));
  return `notice-${[...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};
