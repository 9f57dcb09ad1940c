import { status } from '@grpc/grpc-js';
import { RE2JS } from 're2js';
import { streamMessages } from '../../runtime/store/protocol.ts';
import { failure } from './failures.ts';
import type { Entry } from './feed.ts';

/** A filter of $all, on stream names or on event types; `checkpointEvery` counts all events examined, whether they pass or not. */
export type EventFilter = { on: 'stream' | 'type'; passes: (entry: Entry) => boolean; checkpointEvery: number };

const DEFAULT_WINDOW = 32;
const { FilterOptions } = streamMessages.ReadReq.Options;

/** Limits for a filter's expression, in characters and in steps of the engine: it is evaluated for each event. */
const LIMITS = { letters: 1_000, steps: 5_000 };

/**
 * Compiles with an engine that runs in linear time: a stream's name could keep a backtracking engine busy for ever. It supports
 * EventStoreDB's syntax (`\p{L}`, `\A`, `(?i)`); lookaround and backreferences, which it does not support, are refused, with the status that
 * EventStoreDB has for an expression that it cannot use.
 */
const compile = (regex: string): RE2JS => {
  const refuse = (why: string) => failure(status.UNKNOWN, `the filter is not a regular expression that can be used: ${why}`);
  if (regex.length > LIMITS.letters) throw refuse('it is too long');
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(regex);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (compiled.programSize() > LIMITS.steps) throw refuse('it repeats too much');
  return compiled;
};

/** Returns the requested filter; a regular expression takes precedence over prefixes, and if there are neither, nothing passes. */
export const filterOf = (options: InstanceType<typeof FilterOptions>): EventFilter => {
  if (options.getFilterCase() === FilterOptions.FilterCase.FILTER_NOT_SET)
    throw failure(status.INVALID_ARGUMENT, 'the filter says neither what of nor by what');
  const onType = options.getFilterCase() === FilterOptions.FilterCase.EVENT_TYPE;
  const expression = onType ? options.getEventType() : options.getStreamIdentifier();
  const regex = expression?.getRegex() ? compile(expression.getRegex()) : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  const matches = (text: string) => (regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix)));
  const window = options.getWindowCase() === FilterOptions.WindowCase.MAX ? options.getMax() : DEFAULT_WINDOW;
  return {
    on: onType ? 'type' : 'stream',
    passes: (entry) => matches(onType ? entry.type : entry.stream),
    checkpointEvery: Math.max(1, options.getCheckpointintervalmultiplier()) * Math.max(1, window),
  };
};
