import type { EventType } from '@prosa/contracts';
import { defineReactor, type FactsOf, type Reactor, type ReactorTools } from '../kernel/reactor.ts';
import { type Due, settingsOf } from './timer.rows.ts';
import { type Remind, runTimer } from './timer.runner.ts';
import { settledEntries } from './timer.settled.ts';

/**
 * Defines work that happens at a certain time: a table of what is due, folded from events, and a command when the time has come. A timer
 * only reminds: the decider checks against its stream, so that a repeated or obsolete command does nothing. What became due while nothing
 * ran is done at the next start, in the order of its times; `lateMs` holds how late it is. Apart from that it is an ordinary reactor.
 */
export const defineTimer = <const Event extends EventType>(definition: {
  /** Names its checkpoint, its lease and its rows: it never changes. */
  name: string;
  streams: readonly string[];
  events: readonly Event[];
  /** Called once per process. */
  due: (tools: ReactorTools) => Due<FactsOf<Event>>;
  /** How many companies are served concurrently; default 8. Entries of one company run one after another. */
  concurrency?: number;
  /** Returns what to do with a due entry; pass its `commandId` to the handler. Called once per process. */
  start: (tools: ReactorTools) => Remind;
}): Reactor => {
  const { name, streams, events, due, concurrency = 8, start } = definition;
  return defineReactor({
    name,
    streams,
    events,
    start: (tools) => {
      const settled = tools.keepFresh(settledEntries());
      const runner = runTimer({ ...tools, timer: name, concurrency, settled: settled.settled, remind: start(tools) });
      const setting = due(tools);
      return { rows: () => settingsOf(name, setting, { settled, written: runner.look }), beside: runner.run, lag: runner.lag };
    },
  });
};
