import { connect, type Socket } from 'node:net';

/** An answer: its status and its raw body. */
export type Answer = { status: number; body: string };

export type LeanClient = {
  /** `headers` are complete lines, each with its line ending. */
  post: (path: string, headers: string, body: string) => Promise<Answer>;
  close: () => void;
};

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One kept-alive connection that makes one call at a time. It writes the raw bytes of a request and reads status and content-length, so
 * that a bench measures the server: a full HTTP client costs more than the server does.
 */
export const leanClient = async (url: string): Promise<LeanClient> => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  let received: Buffer = Buffer.alloc(0);
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The connection was closed.')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    const body = end + HEAD_END.length;
    if (received.length < body + length) return;
    const answer = { status: Number(head.slice(9, 12)), body: received.toString('utf8', body, body + length) };
    received = received.subarray(body + length);
    const { resolve } = waiting!;
    waiting = undefined;
    resolve(answer);
  });
  return {
    post: (path, headers, body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }),
    close: () => socket.destroy(),
  };
};
