import { setTimeout as wait } from 'node:timers/promises';
import type { MessageView } from '@prosa/contracts';
import { persist, type Session } from './client.ts';
import type { Delivered } from './customers.ts';
import { extraAfter, lineOf } from './kinds.ts';
import { fileAfter, isAsSent, type Sent, sha256 } from './media.ts';
import type { Played, Stage } from './play.ts';
import { type Comparison, compare } from './statistics.ts';

export type Verdict = Comparison & {
  tickets: number;
  inbound: number;
  outbound: number;
  /** Number of files that either side sent; and of those that arrived with other bytes or facts. */
  files: number;
  different: number;
};

/** A difference in a conversation: what was sent, and what was found of it instead, as one side sees it. */
export type Differing = { by: 'team' | 'customer'; said: readonly string[]; found: readonly string[] };
const isDifferent = ({ lost, duplicated, outOfOrder }: Comparison): boolean => lost + duplicated + outOfOrder > 0;

/** How long the last messages of a conversation may take to reach the customer, in milliseconds. */
const ARRIVAL = 60_000;
/** The same for the last change that a customer made to a message, until the team has it. */
const CHANGE = 15_000;
/** The same for a customer's file, which is fetched after its message. */
const FETCH = 60_000;

/**
 * Waits until a customer has received as many messages as the team has sent in the conversation. Conversations are read back only after
 * this is true for all of them, because duplicates arrive late.
 */
export const arrival = async (stage: Stage, reader: Session, { customer, ticketId, position }: Played): Promise<void> => {
  const sent = (await readAll(reader, ticketId, position)).filter(({ fromMe, isObservation }) => fromMe && !isObservation).length;
  for (const end = Date.now() + ARRIVAL; (await stage.customers.delivered(customer)).length < sent && Date.now() < end; )
    await wait(200);
};

/**
 * Reads a conversation back, as the team sees it and as the customer received it, and compares both with what was sent, text by text.
 * Leaves out what Prosa sends automatically (greeting, rating).
 */
export const verify = async (
  stage: Stage,
  reader: Session,
  { conversation, n, customer, ticketId, position }: Played,
  onDifference: (sides: Differing) => void = () => undefined,
): Promise<Verdict> => {
  const { customers } = stage;
  const said = linesOf(conversation, n, stage);
  const replies = conversation.turns.flatMap(({ from, text }, i) =>
    from === 'agent' ? [text, ...filesAfter(stage, n, i).map((file) => customers.fileBy('agent', file).line)] : [],
  );

  const read = async () => {
    const messages = await readAll(reader, ticketId, position);
    const written = messages.filter((message) => message.automatic === null && !message.isObservation);
    const lines = written.map((message) => `${message.fromMe ? 'agent' : 'customer'}:${lineOf(message)}`);
    return { messages, lines, seen: compare(said, lines) };
  };
  let { messages, lines, seen } = await read();
  // A customer's last change to a message may arrive after the last command, whose position this is.
  for (const end = Date.now() + CHANGE; stage.kinds > 0 && seen.lost > 0 && Date.now() < end; await wait(200))
    ({ messages, lines, seen } = await read());
  const automatic = new Map<string, number>();
  for (const { body, automatic: kind } of messages)
    if (kind !== null && body !== null) automatic.set(body, (automatic.get(body) ?? 0) + 1);

  const delivered = await customers.delivered(customer);
  const arrived = withoutAutomatic(
    delivered.map(({ type, text }) => (type === 'text' ? text : `[${type}] ${text}`)),
    automatic,
  );
  const received = compare(replies, arrived);
  if (isDifferent(seen)) onDifference({ by: 'team', said, found: lines });
  if (isDifferent(received)) onDifference({ by: 'customer', said: replies, found: arrived });
  const files = filesOf(conversation, n, stage);
  const differences = await Promise.all([
    ...files.customer.map((file) => differsHere(stage, read, file)),
    ...files.agent.map(async (file) => differsThere(delivered, file)),
  ]);

  const tickets = new Set(messages.map((message) => message.ticketId)).size;
  return {
    tickets,
    inbound: conversation.turns.filter(({ from }) => from === 'customer').length,
    outbound: conversation.turns.filter(({ from }) => from === 'agent').length,
    files: differences.length,
    different: differences.filter((one) => one).length,
    lost: seen.lost + received.lost,
    duplicated: seen.duplicated + received.duplicated + Math.max(0, tickets - 1),
    outOfOrder: seen.outOfOrder + received.outOfOrder,
  };
};

/** Returns all sent messages in order, as they should be read back. */
const linesOf = ({ turns }: Played['conversation'], n: number, stage: Stage): string[] => {
  let said = 0;
  return turns.flatMap(({ from, text }, i) => {
    const file = filesAfter(stage, n, i);
    if (from === 'agent') return [`agent:${text}`, ...file.map(({ line }) => `agent:${line}`)];
    said += 1;
    const extra = extraAfter(n, said, stage.kinds, stage.customers.knows);
    return [
      `customer:${text}`,
      ...(extra ? [`customer:${extra.line}`] : []),
      ...file.map((one) => `customer:${stage.customers.fileBy('customer', one).line}`),
    ];
  });
};

const filesAfter = ({ media, customers }: Stage, n: number, i: number): Sent[] => {
  const file = fileAfter(n, i, media, customers.abilities);
  return file ? [file] : [];
};
const filesOf = ({ turns }: Played['conversation'], n: number, stage: Stage): Record<'customer' | 'agent', Sent[]> => {
  const of = (side: 'customer' | 'agent') =>
    turns.flatMap(({ from }, i) =>
      from === side ? filesAfter(stage, n, i).map((file) => stage.customers.fileBy(side, file)) : [],
    );
  return { customer: of('customer'), agent: of('agent') };
};

/**
 * Whether the address in the message returns other bytes than its customer sent. A file whose message is missing counts as a lost message.
 */
const differsHere = async ({ url }: Stage, read: () => Promise<{ messages: MessageView[] }>, file: Sent): Promise<boolean> => {
  for (const end = Date.now() + FETCH; ; await wait(200)) {
    const message = (await read()).messages.find(({ fromMe, body }) => !fromMe && body === file.caption);
    if (!message) return false;
    if (message.mediaUrl) {
      const answer = await persist(`${url}${message.mediaUrl}`, {});
      return !answer.ok || !isAsSent(message, file) || sha256(new Uint8Array(await answer.arrayBuffer())) !== sha256(file.bytes);
    }
    if (message.mediaError || Date.now() > end) return true;
  }
};

/** The same for a file of an attendant, on the customer's phone. */
const differsThere = (delivered: Delivered[], { line, bytes, shownName }: Sent): boolean => {
  const entry = delivered.find(({ type, text }) => `[${type}] ${text}` === line);
  return entry !== undefined && (entry.sha256 !== sha256(bytes) || entry.filename !== shownName);
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

const withoutAutomatic = (texts: string[], automatic: Map<string, number>): string[] => {
  const left = new Map(automatic);
  return texts.filter((text) => {
    const n = left.get(text) ?? 0;
    if (n > 0) left.set(text, n - 1);
    return n === 0;
  });
};
