export type { Bus, BusMessage, ConsumeOptions, Consumer, Parked, Received, TailOptions } from './bus.ts';
export { MessageTooLarge, NotParked, Standstill, Unprocessable } from './bus.ts';
export type { BusConfig } from './connect.ts';
export { connectBus, prepareBus } from './connect.ts';
export { busMigrations } from './migrations.ts';
export type { Topic, Topics } from './topics.ts';
export { busTopics } from './topics.ts';
