/// <reference lib="webworker" />

import { keepMedia } from './media.ts';
import { openFromNotices } from './notices.ts';
import { sendInBackground } from './outbox.ts';
import { precache } from './precache.ts';
import { showPushes } from './push-notices.ts';
import { takeShares } from './share-target.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precache>[0] };

precache(self.__WB_MANIFEST);
openFromNotices(self);
sendInBackground(self);
keepMedia(self);
showPushes(self);
takeShares(self);

// A new version waits until the user asks for it.
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
