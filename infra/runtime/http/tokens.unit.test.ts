import { randomBytes, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { SignJWT } from 'jose';
import { accessTokens } from './tokens.ts';

const secret = randomBytes(32);
const tokens = accessTokens(secret);
const claims = { userId: randomUUID(), companyId: randomUUID(), version: 3 };
afterEach(() => void jest.useRealTimers());

test('a token tells user, company and version, and nothing else', async () => {
  const token = await tokens.signAccess(claims);
  expect(await tokens.verifyAccess(token)).toEqual(claims);
  const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  expect(Object.keys(payload).sort()).toEqual(['company', 'exp', 'iat', 'sub', 'version']);
  expect(payload.exp - payload.iat).toBe(900);
});

test('a token that was checked once is still refused when it is over', async () => {
  const token = await tokens.signAccess(claims);
  expect(await tokens.verifyAccess(token)).toEqual(claims);
  const end = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).exp * 1_000;
  jest.useFakeTimers({ now: end - 1, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
  expect(await tokens.verifyAccess(token)).toEqual(claims);
  jest.setSystemTime(end);
  await expect(tokens.verifyAccess(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' });
});

test('a token that is over is told apart from one that is not ours', async () => {
  const over = await accessTokens(secret, { seconds: -1 }).signAccess(claims);
  await expect(tokens.verifyAccess(over)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED', status: 403 });
});

test.each([
  ['signed with another secret', () => accessTokens(randomBytes(32)).signAccess(claims)],
  ['no token at all', () => 'nonsense'],
  [
    'unsigned',
    () =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: claims.userId })).toString('base64url')}.`,
  ],
  [
    'without an end',
    () =>
      new SignJWT({ company: claims.companyId, version: 1 })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(claims.userId)
        .sign(secret),
  ],
  ['without its claims', () => new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(secret)],
])('a token %s is refused', async (_, make) => {
  await expect(tokens.verifyAccess(await make())).rejects.toMatchObject({ code: 'ERR_UNAUTHENTICATED', status: 401 });
});
