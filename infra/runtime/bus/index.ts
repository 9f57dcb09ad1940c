export type { BusConfig } from './connect.ts';
export { connectBus, prepareBus } from './connect.ts';
export type { Bus, BusMessage, ConsumeOptions, Consumer, Parked, Received, TailOptions } from './kernel/bus.ts';
export { MessageTooLarge, NotParked, Standstill, Unprocessable } from './kernel/bus.ts';
export type { Topic, Topics } from './kernel/topics.ts';
export { busTopics } from './kernel/topics.ts';
export { busMigrations } from './migrations.ts';
