import { DEVICE_COOKIE } from '@prosa/contracts';
import type { Running } from './players.ts';
import { type Finding, median } from './report.ts';

const WRONG = 100;
const TRIES = 5;

type Account = { email: string; password: string };

/**
 * How much longer a sign-in from a known device takes during a hundred concurrent wrong ones for the same account than alone. The product
 * must trust its proxies on the loopback, because each call states the address it comes from.
 */
export const benchSignIn = async ({ url, demo }: Running): Promise<Finding[]> => {
  const signIn = async ({ email, password }: Account, from: string, cookie = ''): Promise<Response> => {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
      body: JSON.stringify({ email, password }),
    });
    await answer.text();
    return answer;
  };
  const honest = async (account: Account, device: string): Promise<number> => {
    const began = performance.now();
    const { status } = await signIn(account, '203.0.113.99', device);
    if (status !== 200) throw new Error(`The sign-in from a known device answered ${status}.`);
    return performance.now() - began;
  };
  const delay = async (account: Account, where: string, from: (n: number) => string): Promise<Finding> => {
    const first = await signIn(account, '203.0.113.99');
    const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith(`${DEVICE_COOKIE}=`))!;
    const known = device.split(';')[0]!;
    const alone: number[] = [];
    for (let n = 0; n < TRIES; n += 1) alone.push(await honest(account, known));
    const wrong = Array.from({ length: WRONG }, (_, n) => signIn({ ...account, password: 'wrong-password' }, from(n)));
    const beside: number[] = [];
    for (let n = 0; n < TRIES; n += 1) beside.push(await honest(account, known));
    const refused = (await Promise.all(wrong)).filter(({ status }) => status === 429).length;
    return {
      what: `a sign-in beside ${WRONG} wrong ones from ${where}, longer than alone`,
      measured: Math.round(Math.max(...beside) - median(alone)),
      unit: 'ms',
      target: { under: 500 },
      detail: { alone: Math.round(median(alone)), longest: Math.round(Math.max(...beside)), refused },
    };
  };
  const [one, other] = demo.users;
  return [
    await delay(one!, 'one address', () => '203.0.113.7'),
    await delay(other!, 'a hundred addresses', (n) => `198.51.100.${n}`),
  ];
};
