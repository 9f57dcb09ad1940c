const holder = globalThis as typeof globalThis & { prosaTestServers?: { close(): Promise<void> }[] };
holder.prosaTestServers ??= [];

/** What global setup started and global teardown must stop: both run in jest's own process, which loads this module for each. */
export const running = holder.prosaTestServers;
