import type { TestKafka } from './kafka.ts';
import type { TestCluster } from './postgres.ts';

/** What global setup started and global teardown must end: both run in jest's own process. */
export type Servers = { postgres?: TestCluster; kafka?: TestKafka };

const holder = globalThis as typeof globalThis & { prosaTestServers?: Servers };

holder.prosaTestServers ??= {};

export const servers: Servers = holder.prosaTestServers;
