import type { EventType } from '@prosa/contracts';
import { defineReactor, type FactsOf, type Reactor, type ReactorTools } from './reactor.ts';
import { type Reminder, type Setting, settingsOf } from './timer.rows.ts';
import { runTimer } from './timer.runner.ts';

/**
 * What is to happen at a time: a table of what is due, folded from events, and a command when the time has come. A timer only reminds: the
 * decider compares with what its stream says, so a command that comes twice or in vain does nothing. What was due while nothing ran is
 * due at the start, in the order of its times; `lateMs` tells how late it is. It is a reactor like any other.
 */
export const defineTimer = <const Event extends EventType>(definition: {
  /** Of its checkpoint, its lease and its rows: it never changes. */
  name: string;
  streams: readonly string[];
  events: readonly Event[];
  /** What an event sets or clears, if anything. All events on one subject are of one stream. */
  due: (fact: FactsOf<Event>) => Setting | null;
  /** How many companies are served side by side; 8 unless told. Those of one company come one after another. */
  concurrency?: number;
  /** What is done with what is due; give `commandId` to the handler. Called once a process. */
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
