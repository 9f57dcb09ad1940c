import { createServer } from '../http/server.ts';
import { createLogger } from './log.ts';
import { trustedProxies } from './trusted-proxies.ts';

test('a list may contain addresses, networks and the named ranges', () => {
  expect(trustedProxies(' 10.0.0.7, 2001:db8::/32 ,loopback,')).toEqual(['10.0.0.7', '2001:db8::/32', 'loopback']);
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/9', '10.0.0', '10.0.0.0/', '*'])('%s is refused', (list) => {
  expect(() => trustedProxies(list)).toThrow(list);
});

test.each([
  ['a client says nothing', undefined, '203.0.113.9', undefined, '203.0.113.9'],
  ['an untrusted peer says anything', undefined, '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['the own origin tells of a client', undefined, '127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['a private peer that nobody named', undefined, '10.0.0.7', '1.2.3.4', '10.0.0.7'],
  ['a named proxy', ['10.0.0.0/8'], '10.0.0.7', '1.2.3.4', '1.2.3.4'],
  ['a named proxy, whose client says it is another', ['10.0.0.0/8'], '10.0.0.7', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['two named proxies', ['10.0.0.0/8'], '10.0.0.7', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
])('the caller’s address if %s', async (_, proxies, remoteAddress, forwarded, ip) => {
  const app = createServer({ log: createLogger('test', 'silent'), name: 'test', ...(proxies && { trustedProxies: proxies }) });
  app.get('/who', async (request) => ({ ip: request.ip, protocol: request.protocol }));
  const headers = { 'x-forwarded-proto': 'https', ...(forwarded && { 'x-forwarded-for': forwarded }) };
  const reply = await app.inject({ url: '/who', remoteAddress, headers });
  await app.close();
  const isTrusted = remoteAddress === '127.0.0.1' || proxies !== undefined;
  expect(reply.json()).toEqual({ ip, protocol: isTrusted ? 'https' : 'http' });
});
