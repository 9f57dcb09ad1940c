import { Gauge } from '@prosa/infra/runtime';

type Registry = NonNullable<ConstructorParameters<typeof Gauge>[0]['registers']>[number];

/** Exports how far each reactor is behind as a metric. Only the process that leads a reactor reports it. */
export const watchLags = (registry: Registry, lags: () => Map<string, number>): void => {
  new Gauge({
    name: 'command_reactor_lag_seconds',
    help: 'For how long the oldest event of a reactor has waited for it.',
    labelNames: ['reactor'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reactor, lag] of lags()) this.set({ reactor }, lag);
    },
  });
};
