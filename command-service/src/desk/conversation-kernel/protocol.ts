import { newId, type ProtocolFact, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import type { Handle } from '../../kernel/handler.ts';

/** Numbers allocated by streams `protocol-{companyId}`: the last one taken so far. */
export const protocol: Decider<{ do: 'take numbers'; count: number }, { last: number }, Unstored<ProtocolFact>> = {
  initial: () => ({ last: 0 }),
  decide: ({ count }, { last }) => [{ type: 'NumbersTaken', data: { from: last + 1, to: last + count } }],
  evolve: (_, { data }) => ({ last: data.to }),
};

export type Protocol = {
  /** Returns the next short number of a company, e.g. `000123`. No number is returned twice; a crash leaves a gap. */
  next(companyId: string): Promise<string>;
};

const BLOCK = { least: 20, most: 500 };

/**
 * Takes numbers in blocks and hands them out from memory. A block is as large as the number of callers that wait for it. Otherwise
 * a burst on several instances would compete for the stream once for every twenty numbers.
 */
const createProtocol = (handle: Handle): Protocol => {
  const blocks = new Map<string, { next: number; to: number }>();
  const taking = new Map<string, Promise<void>>();
  const waiting = new Map<string, number>();

  const take = async (companyId: string): Promise<void> => {
    const { events } = await handle({
      decider: protocol,
      stream: `protocol-${companyId}`,
      // Evaluated when the command is decided, so that callers who arrived meanwhile are served too.
      command: () => ({
        do: 'take numbers' as const,
        count: Math.min(Math.max(waiting.get(companyId) ?? 0, BLOCK.least), BLOCK.most),
      }),
      commandId: newId(),
      actor: { kind: 'system', id: 'protocol' },
      companyId,
      missing: 'ERR_CREATING_TICKET',
    });
    // Empty if the append's answer was lost: those numbers remain a gap, and others are taken.
    const [taken] = events;
    if (taken) blocks.set(companyId, { next: taken.data.from, to: taken.data.to });
  };

  const next = async (companyId: string): Promise<string> => {
    for (;;) {
      const block = blocks.get(companyId);
      if (block && block.next <= block.to) {
        block.next += 1;
        return String(block.next - 1).padStart(6, '0');
      }
      const going = taking.get(companyId) ?? take(companyId).finally(() => taking.delete(companyId));
      taking.set(companyId, going);
      waiting.set(companyId, (waiting.get(companyId) ?? 0) + 1);
      try {
        await going;
      } finally {
        const left = waiting.get(companyId)! - 1;
        if (left > 0) waiting.set(companyId, left);
        else waiting.delete(companyId);
      }
    }
  };
  return { next };
};

const known = new WeakMap<Handle, Protocol>();

/** Returns the allocator of a process, so that everything that opens a ticket, calls and customers' messages alike, shares one block. */
export const protocolOf = (handle: Handle): Protocol => {
  const protocol = known.get(handle) ?? createProtocol(handle);
  known.set(handle, protocol);
  return protocol;
};
