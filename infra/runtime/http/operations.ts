import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export { Gauge } from 'prom-client';

/** A registry with the process's own metrics (memory, event loop, garbage collection), labelled by service. */
export const metrics = (service: string): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
};

/** Adds a gauge whose value is read at each scrape; -1 if it is not available. */
export const watched = (registry: Registry, name: string, help: string, value: () => number | Promise<number>): void => {
  new Gauge({
    name,
    help: `${help} -1: it cannot be told now.`,
    registers: [registry],
    async collect() {
      this.set(
        await Promise.resolve()
          .then(value)
          .catch(() => -1),
      );
    },
  });
};

type Operations = {
  ready: () => Promise<void>;
  registry: Registry;
  /** By the variable that names it: asks a server for something small. */
  servers?: Record<string, () => Promise<unknown>>;
  timeoutMs?: number;
};

/**
 * The operator's endpoints: /healthz (the process is alive), /readyz (it can take calls; `ready` rejects while it cannot, and the answer then
 * names the `servers` that are missing), /metrics (Prometheus).
 */
export const operations = (
  app: Pick<FastifyInstance, 'get'>,
  { ready, registry, servers = {}, timeoutMs = 2_000 }: Operations,
): void => {
  app.get('/healthz', () => ({ ok: true }));
  let looking: Promise<string[]> | undefined;
  /** Many who ask at once look once. */
  const missing = (): Promise<string[]> => {
    looking ??= missingOf(servers, timeoutMs / 2).finally(() => {
      looking = undefined;
    });
    return looking;
  };
  let wasReady: boolean | undefined;
  app.get('/readyz', async (request, reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('It took too long to find out.')), timeoutMs);
    });
    try {
      await Promise.race([ready(), late]);
      if (wasReady === false) request.log.info('ready');
      wasReady = true;
      return { ok: true };
    } catch (err) {
      const names = await missing();
      // Polled many times a second during the start: only changes are logged.
      if (wasReady !== false) request.log.warn({ err, missing: names }, 'not ready');
      wasReady = false;
      return reply.status(503).send({ ok: false, missing: names });
    } finally {
      clearTimeout(timer);
    }
  });
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};

/** The names of the servers that did not answer in time, or with an error. */
const missingOf = async (servers: NonNullable<Operations['servers']>, timeoutMs: number): Promise<string[]> => {
  const asked = Object.entries(servers).map(async ([name, ask]) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, true);
    });
    const answered = Promise.resolve()
      .then(ask)
      .then(
        () => false,
        () => true,
      );
    const isMissing = await Promise.race([answered, late]);
    clearTimeout(timer);
    return isMissing ? [name] : [];
  });
  return (await Promise.all(asked)).flat();
};
