import NativeEnvironment from './environment.ts';

const environment = () => new NativeEnvironment({ projectConfig: { fakeTimers: {} } } as never, {} as never);

test('a file’s changes of globalThis, process and the environment variables are undone after it', async () => {
  const before = [globalThis.fetch, process.exit, process.env.PATH];
  const one = environment();
  globalThis.fetch = async () => new Response();
  process.exit = () => {
    throw new Error('exit');
  };
  process.env.PATH = '/nowhere';
  process.env.OF_ONE_FILE = '1';
  await one.teardown();
  expect([globalThis.fetch, process.exit, process.env.PATH]).toEqual(before);
  expect(process.env).not.toHaveProperty('OF_ONE_FILE');
});

test('spies and fake timers end with their file', async () => {
  const { setTimeout } = globalThis;
  const parse = JSON.parse;
  const one = environment();
  one.fakeTimersModern.useFakeTimers();
  one.moduleMocker.spyOn(JSON, 'parse');
  expect([globalThis.setTimeout === setTimeout, JSON.parse === parse]).toEqual([false, false]);
  await one.teardown();
  expect([globalThis.setTimeout === setTimeout, JSON.parse === parse]).toEqual([true, true]);
});

test('tests run in Node’s own realm, with modules that Node loaded', async () => {
  expect(structuredClone([])).toBeInstanceOf(Array);
  expect((await import('./environment.ts')).default).toBe(NativeEnvironment);
  expect(import.meta.dirname).toBe(new URL('.', import.meta.url).pathname.slice(0, -1));
});
