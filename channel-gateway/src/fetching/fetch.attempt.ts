import { type MediaFailure, mediaObjectName, Refused } from '@prosa/contracts';
import { isPostgresUnavailable, KeyDestroyed, MediaForgotten, type MediaVault } from '@prosa/infra/runtime';
import { Gone, Permanent, type Session, type Vault } from '../channels/provider.port.ts';
import { type FetchResult, type HandedFetch, MOST_TRIES } from './fetch.table.ts';

/** Delays between the tries of one file: five tries within an hour. */
export const FETCH_DELAYS_MS: readonly number[] = [5_000, 60_000, 10 * 60_000, 45 * 60_000];
/** Delay after our own database was unavailable. */
const AWAY_MS = 1_000;
/** A channel that sends no byte for this long has stopped. */
export const FETCH_IDLE_MS = 60_000;

export type FetchRules = { delaysMs: readonly number[]; idleMs: number };
export type FetchTools = {
  session: Pick<Session, 'fetchMedia' | 'posterOf'>;
  /** Opens encrypted sources. */
  sources: Pick<Vault, 'open'>;
  vault: MediaVault;
  rules: FetchRules;
};

/** Tries once to download a file into the vault, under its person's key, and returns the result. Never throws. */
export const fetchOnce = async (row: HandedFetch, tools: FetchTools, lost: AbortSignal): Promise<FetchResult> => {
  const { mediaId, attempt, tries } = row;
  const key = { mediaId, attempt, tries };
  try {
    return { ...key, state: 'stored', facts: await download(row, tools, lost) };
  } catch (error) {
    if (lost.aborted) return { ...key, state: 'waiting', againInMs: 0, uncounted: true };
    if (isPostgresUnavailable(error)) return { ...key, state: 'waiting', againInMs: AWAY_MS, uncounted: true };
    const reason = reasonOf(error);
    if (reason) return { ...key, state: 'failed', reason };
    const againInMs = tries < MOST_TRIES ? tools.rules.delaysMs[tries - 1] : undefined;
    return againInMs === undefined ? { ...key, state: 'failed', reason: 'unavailable' } : { ...key, state: 'waiting', againInMs };
  }
};

/** Returns why no retry can help; null if one may. */
const reasonOf = (error: unknown): MediaFailure | null => {
  // A forgotten person's files are gone too.
  if (error instanceof Gone || error instanceof KeyDestroyed || error instanceof MediaForgotten) return 'gone';
  if (error instanceof Permanent) return 'refused';
  if (!(error instanceof Refused)) return null;
  if (error.code === 'ERR_TOO_LARGE') return 'too-large';
  return error.code === 'ERR_MEDIA_EMPTY' ? 'refused' : null;
};

const download = async (row: HandedFetch, { session, sources, vault, rules }: FetchTools, lost: AbortSignal) => {
  const { mediaId, attempt, companyId, subjectId, kind, name } = row;
  const id = mediaObjectName(mediaId, attempt);
  // The process that stored it may have ended before it recorded that.
  const before = await vault.open(id).catch(() => null);
  if (before) return before.facts;
  if (!row.source || !session.fetchMedia) throw new Gone('Nobody knows how to fetch it.');
  const source = (await sources.open(row.source, `media ${mediaId}`)).toString();
  const ended = new AbortController();
  const signal = AbortSignal.any([lost, ended.signal]);
  try {
    const bytes = await inTime(session.fetchMedia(source, { signal }), rules.idleMs, signal).catch(ofChannel);
    const owner = { subjectId, companyId };
    return await vault.keep({
      mediaId: id,
      owner,
      bytes: guarded(bytes, rules.idleMs, signal),
      name,
      sticker: kind === 'sticker',
      poster: session.posterOf?.(source) ?? null,
      shared: true,
    });
  } finally {
    ended.abort();
  }
};

/** Marks a broken connection to the channel, so that its error code is not mistaken for that of our own database. */
const ofChannel = (error: unknown): never => {
  if (error instanceof Gone || error instanceof Permanent) throw error;
  throw new Error('The channel did not give a file.', { cause: error });
};

/** Stops waiting when the signal is aborted: a channel that ignores the signal must not block the lane. */
async function* guarded(bytes: AsyncIterable<Uint8Array>, idleMs: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inTime(iterator.next(), idleMs, signal).catch(ofChannel);
      if (done) return;
      yield value;
    }
  } finally {
    // The channel may never answer.
    iterator.return?.()?.then(undefined, () => undefined);
  }
}

const inTime = async <Result>(work: Promise<Result>, ms: number, signal: AbortSignal): Promise<Result> => {
  const over = Promise.withResolvers<never>();
  const give = () => over.reject(new Error('The channel gave no more of a file.'));
  const timer = setTimeout(give, ms);
  signal.addEventListener('abort', give, { once: true });
  if (signal.aborted) give();
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', give);
  }
};
