/// <reference lib="webworker" />

import { openFromNotices } from './notices.ts';
import { precache } from './precache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precache>[0] };

precache(self.__WB_MANIFEST);
openFromNotices(self);

// A new version waits until the person asks for it.
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
