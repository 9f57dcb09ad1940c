import { createHook } from 'node:async_hooks';
import { costOf, hashPassword, verifyPassword } from './passwords.ts';

// The product's cost, not that of the other tests.
delete process.env.PROSA_TEST_PASSWORD_KIB;

test('a password matches its stored hash, another one does not', async () => {
  const kept = await hashPassword('maçã verde');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword('maçã verde', kept)).toBe(true);
  expect(await verifyPassword('maca verde', kept)).toBe(false);
});

test('hashes of different costs are told from each other by themselves', async () => {
  const product = '$argon2id$v=19$m=19456,t=2,p=1$0G9N8Trc1YROrgj2Exvjxw$xaSzpq1X6kTh8XSs4SlWG6HqQjkQxiwf6jAvVdLHqnQ';
  process.env.PROSA_TEST_PASSWORD_KIB = '64';
  const kept = await hashPassword('maçã verde');
  expect(kept).toContain('m=64,t=1,p=1');
  expect(await verifyPassword('maçã verde', product)).toBe(true);
  expect(await verifyPassword('maca verde', product)).toBe(false);
  delete process.env.PROSA_TEST_PASSWORD_KIB;
  expect(await verifyPassword('maçã verde', kept)).toBe(true);
  expect(await verifyPassword('maca verde', kept)).toBe(false);
});

test('a letter composed of two code points equals the single one', async () => {
  expect(await verifyPassword('maçã'.normalize('NFD'), await hashPassword('maçã'.normalize('NFC')))).toBe(true);
});

test('two hashes of the same password differ', async () => {
  expect(await hashPassword('igual')).not.toBe(await hashPassword('igual'));
});

test('an unknown user costs as much time as a known one', async () => {
  const kept = await hashPassword('certa');
  expect(costOf(null)).toEqual(costOf(kept));
  // The test counts hashes instead of time, because the machine's load must not decide.
  let hashes = 0;
  const counting = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
  const computed = async (of: string | null): Promise<number> => {
    const before = hashes;
    expect(await verifyPassword('errada', of)).toBe(false);
    return hashes - before;
  };
  try {
    expect([await computed(null), await computed(kept)]).toEqual([1, 1]);
  } finally {
    counting.disable();
  }
});
