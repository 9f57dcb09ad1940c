import { isIPv4, isIPv6 } from 'node:net';

/** Returns the network under which an address is counted: an IPv4 address by itself, of IPv6 the first 64 bits, which one customer has. */
export const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const [head = '', tail] = address.split('::') as [string, string?];
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const all = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/** An IPv4 address at the end takes the place of two groups. */
const groups = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
