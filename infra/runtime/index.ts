/** The shared I/O of the three services: see README.md. */
export * from './bus/index.ts';
export * from './config.ts';
export * from './events.codec.ts';
export * from './http.errors.ts';
export * from './http.implement.ts';
export * from './http.server.ts';
export * from './keys.connections.ts';
export * from './keys.ts';
export * from './leases.ts';
export * from './log.ts';
export * from './main.ts';
export * from './operations.ts';
export * from './pg.ts';
export * from './service.ts';
export type { From, SubscribeOptions } from './store.subscription.ts';
export * from './store.ts';
export * from './tokens.ts';
export * from './wake-signal.ts';
