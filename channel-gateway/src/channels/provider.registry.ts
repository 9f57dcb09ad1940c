import type { Migrations, Provider } from './provider.port.ts';

export type Providers = {
  all: readonly Provider[];
  /** The provider for such a connection; undefined if this installation has none. */
  of: (connection: { channel: string; provider: string }) => Provider | undefined;
  migrations: Migrations;
  sweeps: readonly string[];
  forgets: readonly string[];
};

/**
 * Throws if two providers have the same name, or if the name of a migration is already taken, in which case one of the migrations would
 * never run.
 */
export const providerRegistry = (all: readonly Provider[], taken: Migrations): Providers => {
  const byName = new Map<string, Provider>();
  const nameOf = (channel: string, provider: string | null) => (provider === null ? channel : `${channel}/${provider}`);
  for (const provider of all) {
    const name = nameOf(provider.channel, provider.provider);
    if (byName.has(name)) throw new Error(`Two providers are ${name}.`);
    byName.set(name, provider);
  }
  const migrations = all.flatMap(({ migrations = [] }) => migrations);
  const names = new Set(taken.map(({ name }) => name));
  for (const { name } of migrations) {
    if (names.has(name)) throw new Error(`Two migrations are called ${name}.`);
    names.add(name);
  }
  return {
    all,
    of: ({ channel, provider }) => byName.get(nameOf(channel, provider)) ?? byName.get(nameOf(channel, null)),
    migrations,
    sweeps: all.flatMap(({ sweeps = [] }) => sweeps),
    forgets: all.flatMap(({ forgets = [] }) => forgets),
  };
};
