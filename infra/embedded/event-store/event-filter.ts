import { status } from '@grpc/grpc-js';
import { RE2JS } from 're2js';
import { failure } from './failures.ts';
import type { Entry } from './feed.ts';
import { streamMessages } from './protocol.ts';

/** A filter of $all, on streams' names or on types; `checkpointEvery` counts the events looked at, let through or not. */
export type EventFilter = { on: 'stream' | 'type'; passes: (entry: Entry) => boolean; checkpointEvery: number };

const DEFAULT_WINDOW = 32;
const { FilterOptions } = streamMessages.ReadReq.Options;

/** Of a filter's expression, in letters and in steps of the engine: each event is held against it. */
const LIMITS = { letters: 1_000, steps: 5_000 };

/**
 * An engine whose time grows with the text alone: one that tries again could be kept busy for ever by a stream's name. It knows what
 * EventStoreDB's expressions mean (`\p{L}`, `\A`, `(?i)`); looking around and back, which it cannot, is refused.
 */
const compile = (regex: string): RE2JS => {
  const refuse = (why: string) =>
    failure(status.INVALID_ARGUMENT, `the filter is not a regular expression that can be used: ${why}`);
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

/** The filter asked for; a regular expression wins over prefixes, and where there is none of both nothing passes. */
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
