/** The service worker's cache of shown files, and its entry that names their owner. */
export const MEDIA_CACHE = 'prosa-media';
export const MEDIA_OWNER = '/media-owner';

/** Deletes the cached files unless they are this user's; from then on the service worker caches the files that this user sees. */
export const forgetMedia = async (except?: string): Promise<void> => {
  const { caches } = globalThis;
  if (caches === undefined) return; // a page without TLS has no service worker either
  try {
    if (except === undefined) return void (await caches.delete(MEDIA_CACHE));
    const owner = await (await caches.match(MEDIA_OWNER, { cacheName: MEDIA_CACHE }))?.text();
    if (owner === except) return;
    await caches.delete(MEDIA_CACHE);
    await (await caches.open(MEDIA_CACHE)).put(MEDIA_OWNER, new Response(except));
  } catch (error) {
    console.warn('The files kept on this device cannot be used:', error);
  }
};
