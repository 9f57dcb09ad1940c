import { createPartialResponse } from 'workbox-range-requests';
import { MEDIA_CACHE, MEDIA_OWNER } from '../../kernel/device/offline-media.ts';

/** Maximum size of the cache; the oldest files are removed first. */
const CACHE_BYTES = 200_000_000;
/** Larger files are not cached: they would displace too many others. */
const FILE_BYTES = 50_000_000;

/**
 * Caches the files of messages that were shown, so that they can be shown without a network. The cache key is the file's id, because the
 * signature in its address expires after hours. With a network every request goes to the server, which decides who may see the file.
 */
export const keepMedia = (self: ServiceWorkerGlobalScope): void => {
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, searchParams } = new URL(request.url);
    const id = /^\/api\/media\/([\w-]+)\/[^/]+$/.exec(pathname)?.[1];
    if (id && origin === self.location.origin && request.method === 'GET' && request.mode !== 'navigate')
      event.respondWith(answer(event, id, searchParams.has('frame')));
  });
};

/** Answers with a file. For a video's first frame (`isFrame`) none is stored: its player reads the beginning alone. */
const answer = async (event: FetchEvent, id: string, isFrame: boolean): Promise<Response> => {
  const { request } = event;
  // Opened before the answer arrives: if the user signs out meanwhile, the file is written to a cache that is already deleted.
  const cache = await caches.open(MEDIA_CACHE);
  try {
    const response = await fetch(request);
    const bytes = wholeBytesOf(response);
    if (!isFrame && bytes !== null && bytes <= FILE_BYTES && !(await find(cache, id))) {
      const copy = response.clone();
      event.waitUntil(inTurn(() => keep(cache, id, bytes, copy)));
    }
    if (response.status === 404 || response.status === 410) event.waitUntil(cache.delete(pathOf(id), { ignoreSearch: true }));
    return response;
  } catch (error) {
    const kept = await find(cache, id);
    if (!kept) throw error;
    return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
  }
};

const pathOf = (id: string): string => `/api/media/${id}`;
const find = (cache: Cache, id: string): Promise<Response | undefined> => cache.match(pathOf(id), { ignoreSearch: true });

/** Returns the file's size if the answer contains all of it: players request a range that is often the whole file. */
const wholeBytesOf = ({ status, headers }: Response): number | null => {
  if (status === 200) return Number(headers.get('content-length')) || null;
  const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return status === 206 && total !== undefined && Number(last) + 1 === Number(total) ? Number(total) : null;
};

/** The size is part of the key, so that the keys alone show the total size. */
const keep = async (cache: Cache, id: string, bytes: number, response: Response): Promise<void> => {
  if (!(await cache.match(MEDIA_OWNER))) return void response.body?.cancel(); // nobody is signed in
  const headers = new Headers(response.headers);
  headers.delete('content-range');
  try {
    await cache.put(`${pathOf(id)}?bytes=${bytes}`, new Response(response.body, { headers }));
    await dropOldest(cache);
  } catch (error) {
    console.warn('A file could not be kept:', error); // no room, or the answer broke off
  }
};

const dropOldest = async (cache: Cache): Promise<void> => {
  const files = (await cache.keys()).map((key) => ({ key, bytes: Number(new URL(key.url).searchParams.get('bytes')) }));
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { key, bytes } of files) {
    if (total <= CACHE_BYTES) return;
    if (bytes > 0 && (await cache.delete(key))) total -= bytes;
  }
};

let last: Promise<unknown> = Promise.resolve();
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
};
