import { newId, type ProtocolFact, type Unstored } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';
import type { Handle } from '../kernel/handler.ts';

/** Numbers handed out by streams `protocol-{companyId}`: the last one taken so far. */
export const protocol: Decider<{ do: 'take numbers'; count: number }, { last: number }, Unstored<ProtocolFact>> = {
  initial: () => ({ last: 0 }),
  decide: ({ count }, { last }) => [{ type: 'NumbersTaken', data: { from: last + 1, to: last + count } }],
  evolve: (_, { data }) => ({ last: data.to }),
};

export type Protocol = {
  /** The next short number of a company, as `000123`: never given twice, though a crash leaves a gap. */
  next(companyId: string): Promise<string>;
};

const BLOCK = 20;

/** Takes numbers a block at a time and hands them out from memory (decisions.md 5). */
export const createProtocol = (handle: Handle): Protocol => {
  const blocks = new Map<string, { next: number; to: number }>();
  const taking = new Map<string, Promise<void>>();

  const take = async (companyId: string): Promise<void> => {
    const { events } = await handle({
      decider: protocol,
      stream: `protocol-${companyId}`,
      command: { do: 'take numbers', count: BLOCK },
      commandId: newId(),
      actor: { kind: 'system', id: 'protocol' },
      companyId,
      missing: 'ERR_CREATING_TICKET',
    });
    const { from, to } = events[0]!.data;
    blocks.set(companyId, { next: from, to });
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
      await going;
    }
  };
  return { next };
};
