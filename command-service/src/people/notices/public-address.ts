import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Thrown for an address that is not on the public internet: otherwise a user could make the service call internal hosts. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  constructor() {
    super('The host has no public address.');
  }
}

/**
 * Networks that are not public: this host, private, shared, link-local (includes cloud metadata), documentation, benchmarks, multicast,
 * reserved.
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
// Within 2000::/3: documentation, and 6to4 and Teredo, which embed IPv4 addresses.
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the public internet. */
export const isPublic = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
};

/**
 * Resolves a host to its public addresses; fails with PrivateAddress if it has none. Used as the `lookup` of a connection, so the checked
 * address is the one that is connected to: a name whose DNS answer changes in between (DNS rebinding) cannot bypass the check.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const fine = (found as LookupAddress[]).filter(({ address }) => isPublic(address));
    const [first] = fine;
    if (!first) return callback(new PrivateAddress(), []);
    if (options.all) callback(null, fine);
    else callback(null, first.address, first.family);
  });

/** Returns the host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Throws PrivateAddress for a URL whose host is a literal IP address that is not public: no `lookup` is made for such a host. */
export const assertNamesPublic = (url: URL): void => {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublic(host)) throw new PrivateAddress();
};

/** Throws PrivateAddress for a URL whose host resolves to no public address. A name that cannot be resolved now passes. */
export const assertPublic = async (url: URL): Promise<void> => {
  assertNamesPublic(url);
  const host = hostOf(url);
  if (isIP(host) !== 0) return;
  await new Promise<void>((resolve, reject) => {
    publicLookup(host, { all: true }, (error) => (error instanceof PrivateAddress ? reject(error) : resolve()));
  });
};
