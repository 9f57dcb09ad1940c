import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

type PublicPages = { connection: { id: string; token: string } };
type DemoFile = PublicPages & {
  users: { email: string; password: string; name: string }[];
  other?: PublicPages;
  copies?: PublicPages[];
};

const OPENS_MS = 30_000;
const AGAIN_MS = 50;

/** The demo's sign-ins and connection, if there is a demo. */
export const readDemo = (data: string): DemoFile | null => {
  const path = join(resolve(data), 'demo.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
};

/**
 * Resolves when the gateway at `gatewayUrl` accepts the demo's tokens, which reach it a moment after they were written: until then the
 * simulator's customers are refused as strangers. Returns false if it does not within 30 seconds, as after a token was changed by hand.
 */
export const demoOpens = async (data: string, gatewayUrl: string, signal?: AbortSignal): Promise<boolean> => {
  const demo = readDemo(data);
  const doors = demo ? [demo, demo.other, ...(demo.copies ?? [])] : [];
  // A demo whose connection was deleted has no token.
  const tokens = doors.filter((door) => door !== undefined && door.connection.token !== '') as PublicPages[];
  const end = Date.now() + OPENS_MS;
  for (const { connection } of tokens) {
    while (!(await isOpen(gatewayUrl, connection))) {
      if (Date.now() > end) return false;
      await wait(AGAIN_MS, undefined, { signal });
    }
  }
  return true;
};

const isOpen = async (gatewayUrl: string, { id, token }: PublicPages['connection']): Promise<boolean> => {
  const url = `${gatewayUrl}/webhooks/simulator/${id}/delivered?to=nobody`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  return answer?.ok === true;
};
