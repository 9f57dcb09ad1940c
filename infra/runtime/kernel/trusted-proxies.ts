import { BlockList, isIP } from 'node:net';

const named = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, written like `10.0.0.7, 192.168.0.0/24, loopback`. Throws an
 * Error for an item that is not an address, a network, `loopback`, `linklocal` or `uniquelocal`.
 */
export const trustedProxies = (list: string): string[] => {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names) if (!named.has(name) && !isNetwork(name)) throw new Error(`"${name}" is no address and no network`);
  return names;
};

const isNetwork = (name: string): boolean => {
  const [address = '', prefix, ...more] = name.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
};
