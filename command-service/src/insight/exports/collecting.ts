import { conversationOf, conversationStream, limits } from '@prosa/contracts';
import type { RawEvent, Store } from '@prosa/infra/runtime';
import { companyOf } from '../audit-tree/growing.ts';
import type { Tree } from '../audit-tree/tree.rows.ts';
import { contentOf } from './revealing.ts';

/** An event of an export: its leaf, its data, and whether its personal values are shown. */
export type Chosen = { event: RawEvent; leaf: number; content: unknown; isShown: boolean };
export type Stretch = { stream: string; from: number; to: number };

/** It cannot be made, however often it is tried. */
export class Unexportable extends Error {}

type Tools = { store: Pick<Store, 'readRaw' | 'subscribeRaw'>; companyId: string; size: number };

/** Internal chats are their members' own; what they wrote stays covered. */
const isShownToAll = ({ stream }: RawEvent): boolean => !stream.startsWith('chat-');

/** The events of a stream by which the log of `size` events ends, from the first to the last that `isWanted`, without a gap. */
const stretchOf = async (
  { store, companyId, size }: Tools,
  tree: Tree,
  stream: string,
  isWanted: (content: unknown) => boolean,
): Promise<Chosen[]> => {
  const chosen: Omit<Chosen, 'leaf'>[] = [];
  for await (const event of store.readRaw(stream)) {
    if (companyOf(event) !== companyId) break;
    const content = contentOf(event);
    const isShown = isWanted(content);
    if (isShown || chosen.length > 0) chosen.push({ event, content, isShown });
    if (chosen.length > limits.exportEvents) throw new Unexportable('There are too many events.');
  }
  const leaves = await tree.leavesAt(chosen.map(({ event }) => event.position));
  const within = chosen.flatMap((one, n) => {
    const leaf = leaves[n];
    return leaf != null && leaf < size ? [{ ...one, leaf }] : [];
  });
  return within.slice(0, within.findLastIndex(({ isShown }) => isShown) + 1);
};

const ticketOf = (content: unknown): string | null => (content as { ticketId?: string } | null)?.ticketId ?? null;
const contactOf = (content: unknown): string | null => (content as { contactId?: string | null } | null)?.contactId ?? null;

/**
 * The events of tickets, and those of their contacts: of each stream one stretch without a gap. What is between them and belongs to other
 * tickets goes along covered. Throws Unexportable.
 */
export const ofTickets = async (
  tools: Tools,
  tree: Tree,
  ticketIds: readonly string[],
): Promise<{ events: Chosen[]; streams: Stretch[] }> => {
  const wanted = new Set(ticketIds);
  const streams = new Set(ticketIds.map((id) => conversationStream(conversationOf(id) ?? '')));
  const found: Chosen[][] = [];
  const contacts = new Set<string>();
  const add = (stretch: Chosen[]): void => {
    if (stretch.length > 0) found.push(stretch);
    if (found.reduce((sum, { length }) => sum + length, 0) > limits.exportEvents)
      throw new Unexportable('There are too many events.');
  };
  for (const stream of streams)
    add(
      await stretchOf(tools, tree, stream, (content) => {
        const contact = contactOf(content);
        if (contact !== null) contacts.add(contact);
        return wanted.has(ticketOf(content) ?? '');
      }),
    );
  const there = new Set(found.flat().map(({ content }) => ticketOf(content)));
  if (ticketIds.some((id) => !there.has(id))) throw new Unexportable('There is no such ticket.');
  for (const contact of contacts) add(await stretchOf(tools, tree, `contact-${contact}`, () => true));
  const events = found.flat().sort((one, other) => one.leaf - other.leaf);
  return {
    events,
    streams: found.map((stretch) => ({
      stream: stretch[0]!.event.stream,
      from: Number(stretch[0]!.event.revision),
      to: Number(stretch.at(-1)!.event.revision),
    })),
  };
};

/** Hands over all events of the company in the order of its log, until there are `size`. */
export const ofCompany = async (
  { store, companyId, size }: Tools,
  each: (events: Chosen[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const ending = new AbortController();
  let leaf = 0;
  let failed: { error: unknown } | null = null;
  await store.subscribeRaw({
    from: 'start',
    whole: true,
    signal: AbortSignal.any([signal, ending.signal]),
    onBatch: async (events) => {
      const own: Chosen[] = [];
      for (const event of events)
        if (leaf < size && companyOf(event) === companyId) {
          own.push({ event, leaf, content: contentOf(event), isShown: isShownToAll(event) });
          leaf += 1;
        }
      // The subscription would hand a failed batch over once more, which is written already.
      await each(own).catch((error: unknown) => {
        failed = { error };
      });
      if (leaf >= size || failed) ending.abort();
    },
    onGap: () => {
      failed ??= { error: new Error('The event store did not hand over all events.') };
      ending.abort();
    },
  });
  if (failed) throw (failed as { error: unknown }).error;
  if (leaf < size) throw new Error('An export was interrupted.');
};
