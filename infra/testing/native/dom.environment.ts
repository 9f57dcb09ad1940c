import { createRequire } from 'node:module';
import { format } from 'node:util';
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { computeStylesLeanly, type Styled } from './computed-style.ts';
import NativeEnvironment from './environment.ts';
import { endPageTimers, pageTimers } from './page-timers.ts';

type Page = { window: Record<string, unknown> & EventTarget & { close: () => void } };
type Console = EnvironmentContext['console'];
type VirtualConsole = {
  sendTo: (console: object, options: object) => void;
  on: (event: string, hear: (error: Error) => void) => void;
};
/** Without jsdom's types, which would declare a browser's globals for all code that runs on Node. */
type Jsdom = { JSDOM: new (html: string, options: object) => Page; VirtualConsole: new () => VirtualConsole };
const { JSDOM, VirtualConsole } = createRequire(import.meta.url)('jsdom') as Jsdom;

/** Globals that jsdom has as well, taken from Node for real HTTP, and for what jsdom itself or the test runner works with. */
const OF_NODE = new Set([
  ...['fetch', 'Headers', 'Request', 'Response', 'AbortController', 'AbortSignal', 'structuredClone'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'performance'],
  ...['atob', 'btoa', 'crypto', 'Crypto'],
  ...['console', 'globalThis', 'global'],
]);
/** Globals that Node has and jsdom lacks: a test that needs one brings it. */
const NOT_OF_A_PAGE = ['BroadcastChannel', 'MessageChannel'];
/** Globals that pages lack and Node's own HTTP client uses: its time must go on. */
const NEVER_FAKED = new Set<string | symbol>(['process', 'setImmediate', 'clearImmediate']);
const ROUNDS = 5;
const WINDOWS = ['window', 'self', 'top', 'parent', 'frames'];

/** A page whose window's properties are the worker's globals as long as a test file runs: `window` is `globalThis`. */
export default class DomEnvironment extends NativeEnvironment {
  override readonly fakeTimersModern: ModernFakeTimers;
  readonly #page: Page;
  readonly #before = new Map<string, PropertyDescriptor | undefined>();
  /** The warnings of React since the last test ended. */
  readonly #unawaited: Error[] = [];
  readonly #names = new Set(Object.getOwnPropertyNames(globalThis));

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    const global = new Proxy(globalThis, { get: (of, name) => (NEVER_FAKED.has(name) ? undefined : Reflect.get(of, name)) });
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global });
    this.#hearReact(context.console);
    const virtualConsole = new VirtualConsole();
    virtualConsole.sendTo(context.console, { omitJSDOMErrors: true });
    virtualConsole.on('jsdomError', (error) => context.console.error(error));
    this.#page = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: 'http://localhost/', virtualConsole });
    computeStylesLeanly(this.#page.window as unknown as Styled);
  }

  override async setup(): Promise<void> {
    await super.setup();
    const { window } = this.#page;
    for (const name of NOT_OF_A_PAGE) this.#replace(name, null);
    for (const name of namesOf(window)) if (!OF_NODE.has(name) && !WINDOWS.includes(name)) this.#forward(name);
    for (const [name, value] of Object.entries(pageTimers)) this.#replace(name, { configurable: true, writable: true, value });
    for (const name of WINDOWS) this.#replace(name, { configurable: true, writable: true, value: globalThis });
    window.addEventListener('error', (event) => {
      const { error } = event as Event & { error: Error | null };
      if (error) process.emit('uncaughtException', error);
    });
  }

  readonly handleTestEvent: NonNullable<JestEnvironment['handleTestEvent']> = (event) => {
    // A failed test's error, which may describe the page, is read before the hooks clear the page.
    if (event.name === 'test_fn_failure' && event.error instanceof Error) void event.error.stack;
    if (event.name === 'test_done') event.test.errors.push(...this.#unawaited.splice(0));
  };

  /** Keeps React's warnings that a test did not wait for what it caused: the test fails by them. */
  #hearReact(page: Console): void {
    const { error } = page;
    page.error = (...words: unknown[]) => {
      if (/\bact\(/.test(String(words[0]))) this.#unawaited.push(new Error(format(...words)));
      else error.apply(page, words);
    };
  }

  override async teardown(): Promise<void> {
    endPageTimers();
    // Work that React has scheduled runs while its page is there.
    for (let round = 0; round < ROUNDS; round++) await new Promise((resolve) => setImmediate(resolve));
    endPageTimers();
    await super.teardown();
    for (const [name, descriptor] of this.#before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    // A test's additions to its window go. Libraries' own variables, such as React's hook, begin with `__` and stay with them.
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!this.#names.has(name) && !name.startsWith('__')) Reflect.deleteProperty(globalThis, name);
    this.#page.window.close();
  }

  #replace(name: string, descriptor: PropertyDescriptor | null): void {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    if (before?.configurable === false) return;
    this.#before.set(name, before);
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }

  /** A function is called on the page's window; everything else is read and written there. */
  #forward(name: string): void {
    const { window } = this.#page;
    const value = window[name];
    const isCalled = typeof value === 'function' && !Object.hasOwn(value, 'prototype');
    const forwarded = {
      get: () => window[name],
      set: (to: unknown) => {
        window[name] = to;
      },
    };
    this.#replace(name, { configurable: true, ...(isCalled ? { writable: true, value: value.bind(window) } : forwarded) });
  }
}

/** The names of a window's properties, even inherited ones, without the language's own. */
const namesOf = (window: object): Set<string> => {
  const names = new Set<string>();
  for (let owner = window; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  names.delete('constructor');
  for (const name of names) {
    const own = Reflect.get(globalThis, name);
    if (own !== undefined && own === Reflect.get(window, name)) names.delete(name);
  }
  return names;
};
