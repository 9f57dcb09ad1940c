/** The connection to the event store: apart, so that the gateway, which reads no events, does not load the store's client. */
export * from './service.ts';
export { connectStore } from './store/store.ts';
