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

/**
 * The operator's endpoints: /healthz (the process is alive), /readyz (it can take calls; `ready` rejects while it cannot), /metrics
 * (Prometheus).
 */
export const operations = (
  app: Pick<FastifyInstance, 'get'>,
  { ready, registry, timeoutMs = 2_000 }: { ready: () => Promise<void>; registry: Registry; timeoutMs?: number },
): void => {
  app.get('/healthz', () => ({ ok: true }));
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
      // Polled many times a second during the start: only changes are logged.
      if (wasReady !== false) request.log.warn({ err }, 'not ready');
      wasReady = false;
      return reply.status(503).send({ ok: false });
    } finally {
      clearTimeout(timer);
    }
  });
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};
