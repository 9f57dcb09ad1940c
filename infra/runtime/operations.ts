import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export { Gauge } from 'prom-client';

/** A registry with the process's own measurements (memory, event loop, garbage), labelled by service. */
export const metrics = (service: string): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
};

/** Adds a number that is asked for at each look; -1 where it cannot be told now. */
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
 * What who runs the service asks: /healthz (it lives), /readyz (it may be given calls; `ready` rejects while it may not),
 * /metrics (Prometheus).
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
      // It is asked many times a second while it starts: only the change is news.
      if (wasReady !== false) request.log.warn({ err }, 'not ready');
      wasReady = false;
      return reply.status(503).send({ ok: false });
    } finally {
      clearTimeout(timer);
    }
  });
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};
