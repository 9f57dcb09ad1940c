import type { Migrations, Provider } from './provider.port.ts';

export type Providers = {
  all: readonly Provider[];
  /** The one that serves such a connection; undefined where this installation has none. */
  of: (connection: { channel: string; provider: string }) => Provider | undefined;
  migrations: Migrations;
  sweeps: readonly string[];
};

/** Throws where two are of one name, or a migration's name is taken, which would leave one of them out for good. */
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
  };
};
