import type { Heard } from '@prosa/infra/runtime';

/**
 * What instances tell each other, by a connection's id. `gateway_outbox`: it has something to send. `gateway_connection`: it changed.
 * `gateway_code`: what it shows to link a device with did.
 */
export type Channel = 'gateway_outbox' | 'gateway_connection' | 'gateway_code';

/** The process's way to hear it. */
export type Notifications = { on(channel: Channel, heard: Heard): () => void };
