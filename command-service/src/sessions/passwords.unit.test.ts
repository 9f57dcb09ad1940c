import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is known by what is kept of it, another one is not', async () => {
  const kept = await hashPassword('maçã verde');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword('maçã verde', kept)).toBe(true);
  expect(await verifyPassword('maca verde', kept)).toBe(false);
});

test('a letter that is typed in two signs is the same letter', async () => {
  expect(await verifyPassword('maçã'.normalize('NFD'), await hashPassword('maçã'.normalize('NFC')))).toBe(true);
});

test('the same password is never kept alike twice', async () => {
  expect(await hashPassword('igual')).not.toBe(await hashPassword('igual'));
});

test('an unknown user costs what a known one costs', async () => {
  const kept = await hashPassword('certa');
  // In time of the processor, turn about: what else the machine does must not tell.
  const costs = { unknown: [] as number[], known: [] as number[] };
  for (let round = 0; round < 9; round += 1)
    for (const [who, of] of [['unknown', null] as const, ['known', kept] as const]) {
      const before = process.cpuUsage();
      expect(await verifyPassword('errada', of)).toBe(false);
      const { user, system } = process.cpuUsage(before);
      costs[who].push(user + system);
    }
  const [unknown, known] = [Math.min(...costs.unknown), Math.min(...costs.known)];
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});
