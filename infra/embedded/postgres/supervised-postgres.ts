import { CannotStart } from '../processes/cannot-start.ts';
import { type Child, keepAlive } from '../processes/children.ts';
import type { LogFile } from '../processes/log-file.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

/**
 * Runs the embedded Postgres on its folder, and restarts it at the same address whenever it dies, so that clients can reconnect. Throws
 * CannotStart with the server's last log lines if the first start fails.
 */
export const keepPostgres = async (options: {
  dataDir: string;
  log: LogFile;
  logPath: string;
  say: (line: string) => void;
}): Promise<{ url: string; child: Child }> => {
  const { dataDir, log, logPath, say } = options;
  const start = (port: number) => startPostgres({ dataDir, port, log: (line) => log.write(`${line}\n`) });
  const first = await start(0).catch((error: Error) => {
    throw new CannotStart(`${error.message} Its log: ${logPath}`, { cause: error });
  });
  let next: RunningPostgres | undefined = first;
  const child = keepAlive({
    name: 'postgres',
    url: `tcp://127.0.0.1:${first.port}`,
    logPath,
    say,
    start: async () => {
      const { pid, ended, close } = next ?? (await start(first.port));
      next = undefined;
      // startPostgres resolves only when it accepts connections.
      return { pid, isReady: async () => true, ended: ended.then(() => 'ended'), end: close };
    },
  });
  return { url: first.url, child };
};
