import { status } from '@grpc/grpc-js';
import { failure } from './failures.ts';
import type { Entry } from './feed.ts';
import { streamMessages } from './protocol.ts';

/** A filter of $all, on streams' names or on types; `checkpointEvery` counts the events looked at, let through or not. */
export type EventFilter = { on: 'stream' | 'type'; passes: (entry: Entry) => boolean; checkpointEvery: number };

const DEFAULT_WINDOW = 32;
const { FilterOptions } = streamMessages.ReadReq.Options;

const compile = (regex: string): RegExp => {
  try {
    return new RegExp(regex);
  } catch {
    throw failure(status.INVALID_ARGUMENT, 'the filter is not a regular expression');
  }
};

/** The filter asked for; a regular expression wins over prefixes, and none of both lets everything through. */
export const filterOf = (options: InstanceType<typeof FilterOptions>): EventFilter => {
  const onType = options.getFilterCase() === FilterOptions.FilterCase.EVENT_TYPE;
  const expression = onType ? options.getEventType() : options.getStreamIdentifier();
  const regex = expression?.getRegex() ? compile(expression.getRegex()) : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  const matches = (text: string) =>
    regex ? regex.test(text) : prefixes.length === 0 || prefixes.some((prefix) => text.startsWith(prefix));
  const window = options.getWindowCase() === FilterOptions.WindowCase.MAX ? options.getMax() : DEFAULT_WINDOW;
  return {
    on: onType ? 'type' : 'stream',
    passes: (entry) => matches(onType ? entry.type : entry.stream),
    checkpointEvery: Math.max(1, options.getCheckpointintervalmultiplier()) * Math.max(1, window),
  };
};
