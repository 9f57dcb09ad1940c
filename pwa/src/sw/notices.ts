/** A click on a notice goes to its ticket: in the window that is open, else in a new one. */
export const openFromNotices = (self: ServiceWorkerGlobalScope): void => {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(self, (event.notification.data as { url?: string } | null)?.url ?? '/tickets'));
  });
};

const open = async (self: ServiceWorkerGlobalScope, url: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const best =
    windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!best) {
    await self.clients.openWindow(url);
    return;
  }
  await best.focus();
  best.postMessage({ type: 'open', url });
};
