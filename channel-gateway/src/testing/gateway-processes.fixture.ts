import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until, type World } from './gateway.fixture.ts';

/** Gateways that run as processes of their own, so that a test can kill or stop them. */
export type GatewayProcesses = {
  /**
   * Starts one of the world, and resolves when it is ready. `environment`: what the program reads besides its configuration. `ready`: hears
   * what it prints then.
   */
  start: (
    world: Pick<World, 'config'>,
    environment: Record<string, string>,
    ready?: (printed: string) => void,
  ) => Promise<ChildProcess>;
  /** Waits until one has killed itself, the only one that ran, and ends its leases: that they end by themselves is tested elsewhere. */
  killed: (world: Pick<World, 'endLeases'>, child: ChildProcess) => Promise<void>;
  killAll: () => void;
};

/** `program`: a file beside this one that reads its configuration, as JSON, from GATEWAY_CONFIG and prints something when it is ready. */
export const gatewayProcesses = (program: string): GatewayProcesses => {
  const children = new Set<ChildProcess>();
  return {
    start: async (world, environment, ready) => {
      const { PROSA_KEYS, PROSA_TOKEN_SECRET, ...rest } = world.config();
      const config = {
        ...rest,
        PROSA_KEYS: PROSA_KEYS.toString('base64'),
        PROSA_TOKEN_SECRET: PROSA_TOKEN_SECRET.toString('base64'),
      };
      const env = {
        PATH: process.env.PATH,
        // Set for all tests: without it each process would strip the types of the whole gateway.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_OPTIONS: '--no-warnings',
        GATEWAY_CONFIG: JSON.stringify(config),
        ...environment,
      };
      const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      const [printed] = (await once(child.stdout!, 'data')) as [Buffer];
      ready?.(String(printed).trim());
      return child;
    },
    killed: async (world, child) => {
      await until('it is killed', () => child.signalCode === 'SIGKILL');
      await world.endLeases();
    },
    killAll: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
};
