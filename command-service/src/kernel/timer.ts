import type { EventType } from '@prosa/contracts';
import { defineReactor, type FactsOf, type Reactor, type ReactorTools } from './reactor.ts';
import { type Reminder, type Setting, settingsOf } from './timer.rows.ts';
import { runTimer } from './timer.runner.ts';

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
  /** What an event sets or clears, if anything. All events on one subject belong to one stream. */
  due: (fact: FactsOf<Event>) => Setting | null;
  /** How many companies are served concurrently; default 8. Entries of one company run one after another. */
  concurrency?: number;
  /** Returns what to do with a due entry; pass its `commandId` to the handler. Called once per process. */
  start: (tools: ReactorTools) => (reminder: Reminder) => Promise<void>;
}): Reactor => {
  const { name, streams, events, due, concurrency = 8, start } = definition;
  return defineReactor({
    name,
    streams,
    events,
    start: (tools) => {
      const runner = runTimer({ ...tools, timer: name, concurrency, remind: start(tools) });
      return { rows: () => settingsOf(name, due, runner.look), beside: runner.run, lag: runner.lag };
    },
  });
};
