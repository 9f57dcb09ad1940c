import { useEffect, useRef } from 'react';
import { type DeviceUnread, ownDevice } from '../../kernel/device/device-cache.ts';
import { useAreNoticesWhole, useNoticeCount, useNotices } from './notices.ts';

/**
 * Keeps this device in step with the bell: the badge on the app's icon shows the same count, and a notification is closed when its ticket
 * leaves the bell because it was read or belongs to another user.
 */
export const useDeviceNotices = (): void => {
  const count = useNoticeCount();
  const isWhole = useAreNoticesWhole();
  const notices = useNotices();
  const ids = notices.map(({ id }) => id).join(' ');
  const own = notices
    .filter(({ kind }) => kind !== 'waiting')
    .map(({ id }) => id)
    .join(' ');
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
    // The worker continues from this count while no page is open.
    void ownDevice.write('unread', own.split(' ').filter(Boolean) satisfies DeviceUnread);
  }, [count, own]);
  useEffect(() => {
    if (!isWhole) return;
    const known = new Set(ids.split(' '));
    const gone = before.current?.split(' ').filter((id) => !known.has(id)) ?? null;
    before.current = ids;
    if (gone === null) void closeThose((id, shownAt) => !known.has(id) && shownAt < performance.timeOrigin);
    else if (gone.length > 0) void closeThose((id) => gone.includes(id));
  }, [isWhole, ids]);
};

/**
 * Closes tickets' notifications, by ticket and by the time at which the service worker showed them. Those with an answer that was not sent
 * stay.
 */
const closeThose = async (isOver: (ticketId: string, shownAt: number) => boolean): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { shownAt = Number.POSITIVE_INFINITY, answer } = (notification.data ?? {}) as { shownAt?: number; answer?: string };
    if (answer === undefined && isOver(notification.tag, shownAt)) notification.close();
  }
};
