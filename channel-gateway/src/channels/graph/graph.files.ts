import { createHash } from 'node:crypto';
import { Gone, Permanent } from '../provider.port.ts';

/** Where Meta keeps what customers send. */
const HOSTS: readonly string[] = ['.fbsbx.com', '.fbcdn.net', '.cdninstagram.com', '.whatsapp.net'];
const REDIRECTS = 3;

/**
 * Downloads a customer's file. Only Meta's own servers and the configured Graph are asked, also if one of them sends on to another address.
 * Throws Permanent for other addresses, and if the bytes do not have the hash, which is known at the end only; Gone if the server does not
 * have it any more.
 */
export const download = async (
  url: string,
  { graphUrl, token, sha256, signal }: { graphUrl: string; token?: string; sha256?: string | null; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> => {
  let address = assertTheirs(url, graphUrl);
  for (let step = 0; ; step += 1) {
    const reply = await fetch(address, {
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      redirect: 'manual',
      signal,
    });
    const to = reply.headers.get('location');
    if (reply.status >= 300 && reply.status < 400 && to !== null && step < REDIRECTS) {
      await reply.body?.cancel();
      address = assertTheirs(new URL(to, address).href, graphUrl);
      continue;
    }
    // A link that has ended is forbidden.
    if (reply.status === 404 || reply.status === 410 || (reply.status === 403 && !token)) {
      await reply.body?.cancel();
      throw new Gone('The server no longer has the file.');
    }
    if (!reply.ok || !reply.body) throw new Error(`The media server answered ${reply.status}.`);
    return sha256 ? checked(reply.body, sha256) : reply.body;
  }
};

const assertTheirs = (url: string, graphUrl: string): URL => {
  const address = URL.canParse(url) ? new URL(url) : null;
  const isTheirs =
    address?.origin === graphUrl || (address?.protocol === 'https:' && HOSTS.some((host) => address.hostname.endsWith(host)));
  if (!address || !isTheirs || address.username || address.password) throw new Permanent('The file is not on a server of Meta.');
  return address;
};

async function* checked(bytes: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256.toLowerCase()) throw new Permanent('The hash of the file is wrong.');
}
