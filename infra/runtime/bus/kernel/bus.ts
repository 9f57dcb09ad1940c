/** A message to another service. `value` is JSON. Messages with the same key arrive in the order in which they were published. */
export type BusMessage = { topic: string; key: string; value: unknown; headers?: Record<string, string> };

/** A message as it is received. `offset` counts within topic and partition and is a decimal string; `at` is the time of publishing. */
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
 * A parked message with its error; `attempts` counts its failed deliveries. `held`: its key is blocked, so the message waits in the order
 * of its key and is retried automatically. Otherwise the message can never be handled as it is and waits for an operator.
 */
export type Parked = Received & { id: string; group: string; error: string; attempts: number; held: boolean; parkedAt: Date };

export type ConsumeOptions = {
  group: string;
  topics: string[];
  /**
   * Must be idempotent: a message can be delivered more than once. Throw `Unprocessable` for a message that can never succeed, and
   * `Standstill` if no message of this key can; any other error is considered transient, and the message is retried with exponential
   * back-off, at most 5 s apart, until it succeeds. Other keys do not wait for it.
   */
  handle(message: Received): Promise<void>;
  /**
   * Whether a message need not be handled, because a later one of its key says all that it says. `later`: those that are known already, in
   * order. Asked when it would be handled, so what waits long is asked with more of them.
   */
  isOvertaken?(message: Received, later: readonly Received[]): boolean;
  /** Maximum number of messages (of different keys) that are handled concurrently; default 32. */
  concurrency?: number;
  /** Where a new group begins; true (the default): at the oldest message kept. */
  fromBeginning?: boolean;
  /** The consumer has failed for good: health() throws from now on; the process should end. */
  onCrash?(error: Error): void;
  /** Partitions were assigned to this member or taken from it. */
  onAssigned?(): void;
};

export type TailOptions = {
  topic: string;
  /** Called for one message at a time, in order within each partition. */
  handle(message: Received): void | Promise<void>;
  /** Messages may have been missed: those before the next message that is handled, or one whose handler failed. */
  onHole(): void;
};

/** close() waits for running handlers, starts no new ones, and commits what is done. */
export type Consumer = { close(): Promise<void> };

export type Bus = {
  /**
   * Resolves when the messages are durable. The messages of a call keep their order per key. Retries for 30 s while the server is
   * unavailable, then rejects; the messages of a rejected call may still have been sent, partly or completely. Throws `MessageTooLarge`
   * over 900 kB.
   */
  publish(messages: BusMessage[]): Promise<void>;
  /** Joins a consumer group: each message is delivered to one member, at least once. Resolves when the member has joined. */
  consume(options: ConsumeOptions): Promise<Consumer>;
  /**
   * Reads a topic from its end; each reader receives all messages. Resolves when the start position is set: every message published after
   * that is received.
   */
  tail(options: TailOptions): Promise<Consumer>;
  parked: {
    /** Oldest first, at most 500. */
    list(): Promise<Parked[]>;
    /**
     * Makes the message's group handle it once more; if that succeeds, it leaves the list. For a blocked key the first message is retried,
     * then the others after it. Throws `NotParked` if no parked message has this id.
     */
    retry(id: string): Promise<void>;
  };
  /** Throws if a server is unavailable or a consumer has crashed. */
  health(): Promise<void>;
  close(): Promise<void>;
};

/** Thrown by a handler: this message can never succeed. The message is parked and the next one is handled. */
export class Unprocessable extends Error {
  override name = 'Unprocessable';
}

/**
 * Thrown by a handler: no message of this key can be handled until an operator has fixed the cause or newer code can read it. The message
 * is set aside with all later messages of its key, in order, and retried automatically, at least once a minute.
 */
export class Standstill extends Error {
  override name = 'Standstill';
}

/** No parked message has this id, or it is no longer parked. */
export class NotParked extends Error {
  override name = 'NotParked';
}

/** Key, headers and JSON of one message are over 900,000 bytes in total. */
export class MessageTooLarge extends Error {
  override name = 'MessageTooLarge';
}
