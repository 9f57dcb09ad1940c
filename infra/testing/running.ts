const holder = globalThis as typeof globalThis & { prosaTestServers?: { close(): Promise<void> }[] };
holder.prosaTestServers ??= [];

/** Servers that global setup starts and global teardown stops: both run in jest's own process, which loads this file for each. */
export const running = holder.prosaTestServers;
