/** What one part says to another. `value` is JSON. Messages of one key arrive in the order of their publishing. */
export type BusMessage = { topic: string; key: string; value: unknown; headers?: Record<string, string> };

/** A message as it arrives. `offset` counts within topic and partition, a decimal string; `at` is the time of publishing. */
export type Received = {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  value: unknown;
  headers: Record<string, string>;
  at: Date;
};

/**
 * A message that was set aside with what was wrong; `attempts` counts its deliveries that failed. `held`: its key stands still, so it
 * waits in the key's order and is tried again by itself. Else it can never be handled as it is, and waits for somebody.
 */
export type Parked = Received & { id: string; group: string; error: string; attempts: number; held: boolean; parkedAt: Date };

export type ConsumeOptions = {
  group: string;
  topics: string[];
  /**
   * Must be idempotent: a message can come again. Throw `Unprocessable` for what can never succeed, `Standstill` where nothing of
   * this key can; any other error is taken as passing, and the message is tried again, with growing pauses up to 5 s, until it
   * succeeds. Other keys wait for none of that.
   */
  handle(message: Received): Promise<void>;
  /** How many messages (of different keys) are handled side by side; 32. */
  concurrency?: number;
  /** Where a group that is new begins; true: with the oldest message kept. */
  fromBeginning?: boolean;
  /** The consumer is dead and will not come back: health() fails from now on, end the process. */
  onCrash?(error: Error): void;
  /** Partitions were given to this member, or taken from it. */
  onAssigned?(): void;
};

export type TailOptions = {
  topic: string;
  /** Called one at a time, in order within each partition. */
  handle(message: Received): void | Promise<void>;
  /** Messages may have been missed: those before the next one to be handled, or one whose handling failed. */
  onHole(): void;
};

/** close() lets handlers that run finish, begins no new one, and keeps what is done. */
export type Consumer = { close(): Promise<void> };

export type Bus = {
  /**
   * Durable when it resolves. A call's messages keep their order per key. Waits out a server that is away for 30 s, then rejects;
   * what a rejected call held may still have been sent, in part or whole. Throws `MessageTooLarge` over 900 kB.
   */
  publish(messages: BusMessage[]): Promise<void>;
  /** A member of a consumer group: each message goes to one member, at least once. Resolves when the member has joined. */
  consume(options: ConsumeOptions): Promise<Consumer>;
  /** Reads a topic from its end, each reader seeing all. Resolves when positioned: what is published from then on is seen. */
  tail(options: TailOptions): Promise<Consumer>;
  parked: {
    /** Oldest first, at most 500. */
    list(): Promise<Parked[]>;
    /**
     * Has the message's group try once more; when handled, it leaves the list. Of a key that stands still the first one is tried, and
     * the others after it. Throws `NotParked` when there is none of that id.
     */
    retry(id: string): Promise<void>;
  };
  /** Throws when a server is away or a consumer has crashed. */
  health(): Promise<void>;
  close(): Promise<void>;
};

/** Thrown by a handler: this message can never succeed. It is parked and the line goes on. */
export class Unprocessable extends Error {
  override name = 'Unprocessable';
}

/**
 * Thrown by a handler: nothing of this key can be handled until somebody has mended something, or newer code reads it. The message is
 * set aside with all that come behind it, in their order, and tried again by itself, at least once a minute.
 */
export class Standstill extends Error {
  override name = 'Standstill';
}

/** Nothing of that id is parked, or not any more. */
export class NotParked extends Error {
  override name = 'NotParked';
}

/** Key, headers and JSON of one message together are over 900,000 bytes. */
export class MessageTooLarge extends Error {
  override name = 'MessageTooLarge';
}
