import { setTimeout as wait } from 'node:timers/promises';
import type { MessageView } from '@prosa/contracts';
import { persist, type Session } from './client.ts';
import type { Played, Stage } from './play.ts';
import { type Comparison, compare } from './statistics.ts';

export type Verdict = Comparison & { tickets: number; inbound: number; outbound: number };

/** How long the last messages of a conversation may take to reach the customer, in milliseconds. */
const ARRIVAL = 60_000;

/**
 * Waits until a customer has received as many messages as their conversation has from the team. Only when that is so of all is one
 * read back: what is delivered twice comes late.
 */
export const arrival = async (stage: Stage, reader: Session, { number, ticketId, position }: Played): Promise<void> => {
  const sent = (await readAll(reader, ticketId, position)).filter(({ fromMe, isObservation }) => fromMe && !isObservation).length;
  for (const end = Date.now() + ARRIVAL; (await deliveredTo(stage, number)).length < sent && Date.now() < end; ) await wait(200);
};

/**
 * Reads a conversation back, as the team sees it and as the customer received it, and compares both with what was said, text by
 * text. What Prosa wrote by itself (greeting, rating) is left out.
 */
export const verify = async (
  stage: Stage,
  reader: Session,
  { conversation, number, ticketId, position }: Played,
): Promise<Verdict> => {
  const said = conversation.turns.map(({ from, text }) => `${from}:${text}`);
  const replies = conversation.turns.filter(({ from }) => from === 'agent').map(({ text }) => text);

  const messages = await readAll(reader, ticketId, position);
  const written = messages.filter((message) => message.automatic === null && !message.isObservation);
  const seen = compare(
    said,
    written.map((message) => `${message.fromMe ? 'agent' : 'customer'}:${message.body}`),
  );
  const automatic = new Map<string, number>();
  for (const { body, automatic: kind } of messages)
    if (kind !== null && body !== null) automatic.set(body, (automatic.get(body) ?? 0) + 1);

  const received = compare(replies, withoutAutomatic(await deliveredTo(stage, number), automatic));

  const tickets = new Set(messages.map((message) => message.ticketId)).size;
  return {
    tickets,
    inbound: conversation.turns.length - replies.length,
    outbound: replies.length,
    lost: seen.lost + received.lost,
    duplicated: seen.duplicated + received.duplicated + Math.max(0, tickets - 1),
    outOfOrder: seen.outOfOrder + received.outOfOrder,
  };
};

const readAll = async (reader: Session, ticketId: string, position: string): Promise<MessageView[]> => {
  const pages: MessageView[][] = [];
  for (let before: string | undefined; ; ) {
    const page = await reader.get<{ messages: MessageView[]; hasMore: boolean }>(
      `/messages/${ticketId}?after=${position}${before ? `&before=${before}` : ''}`,
    );
    pages.unshift(page.messages);
    before = page.messages[0]?.id;
    if (!page.hasMore || before === undefined) return pages.flat();
  }
};

const deliveredTo = async ({ url, connection }: Stage, number: string): Promise<string[]> => {
  const answer = await persist(`${url}/webhooks/simulator/${connection.id}/delivered?to=${encodeURIComponent(number)}`, {
    headers: { authorization: `Bearer ${connection.token}` },
  });
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`);
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
};

const withoutAutomatic = (texts: string[], automatic: Map<string, number>): string[] => {
  const left = new Map(automatic);
  return texts.filter((text) => {
    const n = left.get(text) ?? 0;
    if (n > 0) left.set(text, n - 1);
    return n === 0;
  });
};
