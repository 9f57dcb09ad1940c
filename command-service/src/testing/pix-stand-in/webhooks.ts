import { setTimeout as sleep } from 'node:timers/promises';
import type { Habits, Pix } from './model.ts';

/** A bank delivers again for a while; a test does not wait so long. */
const TRIES = 200;
const AGAIN_MS = 100;

/** Delivers webhooks to one address: as often, late and shuffled as the habits say, each until it is taken, or never. */
export const pixWebhooks = (habits: Habits) => {
  const stopped = new AbortController();
  const open = new Set<Promise<void>>();
  /** The status of each answer; 0: none. */
  const answers: number[] = [];
  let target: string | null = null;

  /** Delivers any body once; resolves to the status. */
  const post = async (body: unknown): Promise<number> => {
    const reply = await fetch(`${target}${habits.appends ? '/pix' : ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: stopped.signal,
    }).catch(() => null);
    await reply?.body?.cancel();
    answers.push(reply?.status ?? 0);
    return reply?.status ?? 0;
  };
  const deliver = async (pix: Pix[]): Promise<void> => {
    await sleep(habits.lateMs + Math.random() * habits.shuffleMs, undefined, { signal: stopped.signal });
    for (let tries = 0; tries < TRIES && !stopped.signal.aborted; tries += 1) {
      const status = await post({ pix });
      if (status >= 200 && status < 300) return;
      await sleep(AGAIN_MS, undefined, { signal: stopped.signal });
    }
  };

  return {
    answers,
    post,
    /** The address that the webhooks go to, as `http://localhost:8080/webhooks/pix`. */
    to: (url: string): void => {
      target = url.replace(/\/+$/, '');
    },
    /** Tells of a transfer as the habits say, in the background. */
    send: (pix: Pix): void => {
      if (target === null || habits.forgets) return;
      for (let copy = 0; copy <= habits.double; copy += 1) {
        const work: Promise<void> = deliver([pix])
          .catch(() => undefined)
          .finally(() => open.delete(work));
        open.add(work);
      }
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await Promise.all(open);
    },
  };
};
