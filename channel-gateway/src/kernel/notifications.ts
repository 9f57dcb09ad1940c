import type { Heard } from '@prosa/infra/runtime';

/**
 * Notifications between instances, with a connection's id. `gateway_outbox`: it has something to send. `gateway_read`: something was read.
 * `gateway_fetch`: a customer's file is to be fetched. `gateway_connection`: it changed. `gateway_code`: the code that it shows to link a
 * device changed. `gateway_nudge`: its session must look into its tables. `gateway_campaign`: messages of a campaign wait on it, or are to be
 * withdrawn.
 */
export type Channel =
  | 'gateway_outbox'
  | 'gateway_fetch'
  | 'gateway_read'
  | 'gateway_connection'
  | 'gateway_code'
  | 'gateway_nudge'
  | 'gateway_campaign';

/** How the process listens to them. */
export type Notifications = { on(channel: Channel, heard: Heard): () => void };
