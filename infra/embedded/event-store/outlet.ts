import type { ServiceError } from '@grpc/grpc-js';

/** The part of a streaming gRPC call that an outlet needs. */
export type StreamedCall = {
  write(message: unknown): boolean;
  end(): unknown;
  emit(event: 'error', error: ServiceError): boolean;
  on(event: 'cancelled' | 'close' | 'drain', listener: () => void): unknown;
  readonly writableLength: number;
  readonly cancelled: boolean;
};

const MAX_MESSAGES = 128;
const MAX_BYTES = 512 * 1024;

/** Writes to a call with backpressure: while `full()`, nothing may be sent before `room()` resolves. */
export const outletOf = (call: StreamedCall) => {
  let closed = call.cancelled;
  let bytes = 0;
  let wake: (() => void) | undefined;
  const watchers: (() => void)[] = [];
  const settle = () => {
    bytes = 0;
    wake?.();
    wake = undefined;
  };
  const close = () => {
    if (closed) return;
    closed = true;
    settle();
    for (const watcher of watchers) watcher();
  };
  call.on('cancelled', close);
  call.on('close', close);
  call.on('drain', settle);

  return {
    closed: () => closed,
    /** Calls `watcher` once, when the call is closed. */
    whenClosed: (watcher: () => void) => (closed ? watcher() : void watchers.push(watcher)),
    send(message: Buffer) {
      if (closed) return;
      call.write(message);
      bytes += message.length;
    },
    full: () => call.writableLength >= MAX_MESSAGES || (bytes >= MAX_BYTES && call.writableLength > 16),
    /** Resolves when the sent messages have gone out, or when the call is closed. */
    room(): Promise<void> {
      if (closed) return Promise.resolve();
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    end() {
      if (closed) return;
      close();
      call.end();
    },
    fail(error: ServiceError) {
      if (closed) return;
      close();
      call.emit('error', error);
    },
  };
};
export type Outlet = ReturnType<typeof outletOf>;

/** Between pages: lets other calls run, and waits while the reader is slower than the disk. */
export const breathe = async (outlet: Outlet): Promise<void> => {
  if (outlet.full()) await outlet.room();
  else await new Promise((resolve) => setImmediate(resolve));
};
