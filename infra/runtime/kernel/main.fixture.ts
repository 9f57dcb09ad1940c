import { connect, createServer } from 'node:net';
import { ConfigError } from './config.ts';
import { runService } from './main.ts';

/** A small service for main.int.test.ts: FAULT selects how it fails. */
await runService('fixture', async () => {
  const { FAULT } = process.env;
  if (FAULT === 'config') throw new ConfigError('PROSA_KEYS is not set.');
  if (FAULT === 'rejection') setTimeout(() => Promise.reject(new Error('nobody caught this')), 20);
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `tcp://127.0.0.1:${port}`,
    close: async () => {
      if (FAULT === 'close') throw new Error('no');
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      connect(port, '127.0.0.1').on('error', () => process.stdout.write('closed\n'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
});
