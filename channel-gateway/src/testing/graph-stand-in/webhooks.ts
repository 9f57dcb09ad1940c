import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Habits } from './model.ts';

/** Meta delivers again for days; a test does not wait so long. */
const TRIES = 200;
const AGAIN_MS = 100;

/** The answer to one delivery; 0: none. */
export type Delivery = { status: number; ms: number };

/** The header that signs a body. */
export const signatureOf = (body: string | Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Delivers webhooks to one address: signed, and as often, late and shuffled as the habits say, each until it is taken. */
export const webhookPost = (secretOf: (path: string) => string, habits: Habits) => {
  const stopped = new AbortController();
  const open = new Set<Promise<void>>();
  const answers: Delivery[] = [];
  let target: string | null = null;

  /** Delivers one body once. */
  const post = async (body: string, { path = '/webhooks/meta', secret = secretOf(path) } = {}): Promise<Delivery> => {
    const begun = performance.now();
    const reply = await fetch(`${target}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': signatureOf(body, secret),
      },
      body,
      signal: stopped.signal,
    }).catch(() => null);
    await reply?.body?.cancel();
    const answer = { status: reply?.status ?? 0, ms: performance.now() - begun };
    answers.push(answer);
    return answer;
  };
  const deliver = async (body: string, path: string | undefined): Promise<void> => {
    await sleep(habits.lateMs + Math.random() * habits.shuffleMs, undefined, { signal: stopped.signal });
    for (let tries = 0; tries < TRIES && !stopped.signal.aborted; tries += 1) {
      const { status } = await post(body, path === undefined ? {} : { path });
      if (status === 200) return;
      await sleep(AGAIN_MS, undefined, { signal: stopped.signal });
    }
  };

  return {
    answers,
    /** The origin that the webhooks go to. */
    to: (url: string) => {
      target = url.replace(/\/$/, '');
    },
    post,
    /** Delivers a body as the habits say, in the background. */
    send: (body: object | string, path?: string): void => {
      if (target === null) return;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      for (let copy = 0; copy <= habits.double; copy += 1) {
        const work: Promise<void> = deliver(text, path)
          .catch(() => undefined)
          .finally(() => open.delete(work));
        open.add(work);
      }
    },
    /** Resolves when everything that was to be delivered is. */
    idle: async (): Promise<void> => {
      while (open.size > 0) await Promise.all(open);
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await Promise.all(open);
    },
  };
};
export type WebhookPost = ReturnType<typeof webhookPost>;
