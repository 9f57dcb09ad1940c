import type { TestKafka } from './kafka.ts';
import type { TestCluster } from './postgres.ts';
import type { SharedProducts } from './shared-product.ts';

/** What global setup started and global teardown must stop: both run in jest's own process. */
export type Servers = { postgres?: TestCluster; kafka?: TestKafka; products?: SharedProducts };

const holder = globalThis as typeof globalThis & { prosaTestServers?: Servers };

holder.prosaTestServers ??= {};

export const servers: Servers = holder.prosaTestServers;
