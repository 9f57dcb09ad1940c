import { pause } from '@prosa/infra/runtime';
import { defineReactor } from '../../kernel/reactor.ts';
import { auditHeads } from './heads.ts';

/** How often the logs are signed: what was changed before the next head, nobody else can show. */
const EVERY_MS = 5 * 60_000;

/** Signs the heads of all logs again and again. */
export const signHeads = defineReactor({
  name: 'audit-heads',
  streams: [],
  events: [],
  start: (tools) => {
    const heads = auditHeads(tools);
    return {
      beside: async (signal) => {
        while (!signal.aborted) {
          await heads
            .signGrown(signal)
            .catch((err: unknown) => tools.log.warn({ err }, 'the logs of events could not be signed, trying again'));
          await pause(EVERY_MS, signal);
        }
      },
    };
  },
});
