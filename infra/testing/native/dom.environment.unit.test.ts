import DomEnvironment from './dom.environment.ts';
import NativeEnvironment from './environment.ts';

type Body = { textContent: string; append: (text: string) => void };
/** The parts of a page that these tests use, among the worker's globals. */
type Page = EventTarget & {
  window: unknown;
  innerWidth: number;
  document: { body: Body; defaultView: { innerWidth: number } };
  localStorage: { length: number; setItem: (key: string, value: string) => void };
};
const its = globalThis as unknown as Page;

const page = async (test: (page: DomEnvironment) => unknown, theirs: object = console): Promise<void> => {
  const one = new DomEnvironment({ projectConfig: { fakeTimers: {} } } as never, { console: theirs } as never);
  await one.setup();
  try {
    await test(one);
  } finally {
    await one.teardown();
  }
};

test('a page’s window is the global object, and each file has a page of its own', async () => {
  const names = () => Object.getOwnPropertyNames(globalThis).sort();
  const before = names();
  const bodies = new Set<unknown>();
  for (const text of ['one', 'two'])
    await page(() => {
      expect(its.window).toBe(globalThis);
      expect([its.document.body.textContent, its.localStorage.length]).toEqual(['', 0]);
      its.document.body.append(text);
      Object.defineProperty(globalThis, 'matchMedia', { configurable: true, get: () => text });
      its.localStorage.setItem('text', text);
      bodies.add(its.document.body);
    });
  expect(bodies.size).toBe(2);
  expect(names()).toEqual(before);
});

test('what is written to a window’s property is read there, and its events are heard', () =>
  page(() => {
    its.innerWidth = 320;
    expect([its.innerWidth, its.document.defaultView.innerWidth]).toEqual([320, 320]);
    let heard = 0;
    its.addEventListener('resize', () => (heard += 1));
    its.dispatchEvent(new Event('resize'));
    expect(heard).toBe(1);
  }));

test('a failed test’s error is read while its page is there', () =>
  page((one) => {
    its.document.body.append('shown');
    const error = Object.defineProperty(new Error(), 'stack', { get: () => read.push(its.document.body.textContent) });
    const read: string[] = [];
    one.handleTestEvent({ name: 'test_fn_failure', error, test: {} } as never, {} as never);
    expect(read).toEqual(['shown']);
  }));

test('a test fails by what React tells that it did not wait for, and by no other word', async () => {
  const told: unknown[][] = [];
  const theirs = { error: (...words: unknown[]) => void told.push(words) };
  const done = (one: DomEnvironment): string[] => {
    const errors: Error[] = [];
    one.handleTestEvent({ name: 'test_done', test: { errors } } as never, {} as never);
    return errors.map(({ message }) => message);
  };
  await page((one) => {
    theirs.error('An update to %s inside a test was not wrapped in act(...).', 'Toasts');
    theirs.error('exact(ly) this');
    expect(done(one)).toEqual(['An update to Toasts inside a test was not wrapped in act(...).']);
    expect(done(one)).toEqual([]);
  }, theirs);
  expect(told).toEqual([['exact(ly) this']]);
});

test('timers end with their page', async () => {
  let times = 0;
  await page(() => {
    setTimeout(() => (times += 1), 1);
    setInterval(() => (times += 1), 1);
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(times).toBe(0);
});

test('a page’s fake timers leave those of the process alone', () =>
  page(async () => {
    const { nextTick } = process;
    const { setImmediate } = globalThis;
    const one = new DomEnvironment({ projectConfig: { fakeTimers: {} } } as never, { console } as never);
    one.fakeTimersModern.useFakeTimers();
    expect([process.nextTick, globalThis.setImmediate]).toEqual([nextTick, setImmediate]);
    one.fakeTimersModern.useRealTimers();
  }));

test('a page’s environment undoes what every environment undoes', () =>
  expect(DomEnvironment.prototype).toBeInstanceOf(NativeEnvironment));
