import { once } from 'node:events';
import type { PushAction, PushChannel, PushFrame, ServerFrame } from '@prosa/contracts';
import WebSocket from 'ws';

export type Heard = ServerFrame;
export type Listener = {
  frames: Heard[];
  pushes: () => PushFrame[];
  send: (frame: object | string | Buffer) => void;
  /** The first frame that fits, among those received and those to come. */
  until: <Frame extends Heard = Heard>(what: string, fits: (frame: Heard) => boolean, ms?: number) => Promise<Frame>;
  /** The first push of a channel that fits. */
  push: (channel: PushChannel, fits?: (frame: PushFrame) => boolean, action?: PushAction) => Promise<PushFrame>;
  closed: Promise<number>;
  close: () => Promise<void>;
};

type Waiting = { fits: (frame: Heard) => boolean; found: (frame: Heard) => void };

/** A socket of `/live` that sends nothing by itself and stores everything it receives. */
export const connectLive = async (base: string, headers: Record<string, string> = {}): Promise<Listener> => {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/live`, { headers });
  const frames: Heard[] = [];
  const waiting = new Set<Waiting>();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Heard;
    frames.push(frame);
    for (const one of waiting) if (one.fits(frame)) one.found(frame);
  });
  await once(socket, 'open');

  const until = <Frame extends Heard>(what: string, fits: (frame: Heard) => boolean, ms = 40_000): Promise<Frame> =>
    new Promise((resolve, reject) => {
      const before = frames.find(fits);
      if (before) return resolve(before as Frame);
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new Error(`${what} was not heard within ${ms} ms`));
      }, ms);
      const one: Waiting = {
        fits,
        found: (frame) => {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(frame as Frame);
        },
      };
      waiting.add(one);
    });
  const pushes = () => frames.filter((frame): frame is PushFrame => frame.type === 'push');

  return {
    frames,
    pushes,
    send: (frame) => socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    until,
    push: (channel, fits = () => true, action) =>
      until(
        `a push of ${channel}`,
        (frame) =>
          frame.type === 'push' && frame.channel === channel && (action === undefined || frame.action === action) && fits(frame),
      ),
    closed,
    close: async () => {
      socket.close();
      await closed;
    },
  };
};

/** A socket that was welcomed; `after` requests what was pushed since. */
export const listen = async (base: string, { token }: { token: string }, after?: string): Promise<Listener> => {
  const listener = await connectLive(base);
  listener.send({ type: 'hello', token, ...(after === undefined ? {} : { after }) });
  const answer = await listener.until('the welcome', ({ type }) => type === 'welcome' || type === 'error');
  if (answer.type !== 'welcome') throw new Error(`/live answered ${JSON.stringify(answer)}`);
  return listener;
};
