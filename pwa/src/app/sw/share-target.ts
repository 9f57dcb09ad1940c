import { type Shared, sharedWith } from '../../kernel/device/device-cache.ts';

/** Address to which the system sends what another app shares, and of the screen on which its ticket is chosen. */
const PATH = '/share';

/** Stores what another app shares on this device until its ticket is chosen, even if a sign-in comes first. */
export const takeShares = (self: ServiceWorkerGlobalScope): void => {
  self.addEventListener('fetch', (event) => {
    const { method, url } = event.request;
    if (method === 'POST' && new URL(url).pathname === PATH) event.respondWith(take(event.request));
  });
};

const take = async (request: Request): Promise<Response> => {
  try {
    const form = await request.formData();
    const said = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const [title, text, url] = [said('title'), said('text'), said('url')];
    const files = form.getAll('files').filter((one) => one instanceof File);
    await sharedWith.forget();
    const kept = await Promise.all(files.map(keep));
    const shared: Shared = {
      // Many apps repeat the address in the text.
      text: [title === text ? '' : title, text, text.includes(url) ? '' : url].filter(Boolean).join('\n'),
      files: files.map(({ name, type, size }, n) => ({ name, type, size, ...(!kept[n] && { isLost: true }) })),
      at: Date.now(),
    };
    await sharedWith.write('share', shared);
  } catch (error) {
    console.warn('What was shared could not be kept:', error);
  }
  return Response.redirect(PATH, 303);
};

/** Returns whether there was room to store it. */
const keep = async (file: File, n: number): Promise<boolean> => {
  try {
    await sharedWith.writeBlob(`file:${n}`, file);
    return true;
  } catch {
    return false;
  }
};
