import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const owners = [globalThis, process] as const;
const propertiesOf = (owner: object) =>
  new Map(Reflect.ownKeys(owner).map((key) => [key, Reflect.getOwnPropertyDescriptor(owner, key)!]));

/** Restores the properties that an object had, and deletes new ones whose key is a symbol, like circus's state. */
const restore = (owner: object, before: ReturnType<typeof propertiesOf>): void => {
  for (const key of Reflect.ownKeys(owner)) {
    // New variables stay: a library may define one when it is loaded, which happens once per worker: google-protobuf's messages are in
    // `proto`.
    if (typeof key === 'symbol' && !before.has(key)) Reflect.deleteProperty(owner, key);
  }
  for (const [key, descriptor] of before) {
    const now = Reflect.getOwnPropertyDescriptor(owner, key);
    if (now?.value !== descriptor.value || now?.get !== descriptor.get) Reflect.defineProperty(owner, key, descriptor);
  }
};

/**
 * The environment of tests that run in the worker's own realm: no `vm` context is created, so modules are loaded once per worker. A file's
 * changes of `globalThis`, `process` and the environment variables are undone after it.
 */
export default class NativeEnvironment implements JestEnvironment<unknown> {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #before = owners.map(propertiesOf);
  readonly #env = { ...process.env };

  constructor({ projectConfig }: JestEnvironmentConfig, _context: EnvironmentContext) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  getVmContext(): null {
    return null;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    owners.forEach((owner, nth) => void restore(owner, this.#before[nth]!));
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }
}
