import { type MessageView, summaryOf } from '@prosa/contracts';

/** The acts of a customer besides writing. */
export type KindName = 'location' | 'contact' | 'call' | 'choice' | 'edited' | 'deleted' | 'reaction';
/** One thing that a customer sends or does; an edit's text and a reaction's emoji are its `text`. */
export type Event = {
  type: 'text' | KindName;
  text?: string;
  location?: { latitude: number; longitude: number; name: string };
  contacts?: { name: string; numbers: string[] }[];
  call?: { kind: 'voice' };
  choice?: { id: string; title: string };
};
/**
 * A message that is not plain text, or that is changed later: how it is sent, what is done to it `after`, and the line as which it is read
 * back.
 */
export type Extra = { event: Event; after: Event | null; line: string };

const kinds: Record<KindName, (name: string) => Extra> = {
  location: (name) => ({
    event: { type: 'location', location: { latitude: -23.55, longitude: -46.63, name } },
    after: null,
    line: `[place] ${name}`,
  }),
  contact: (name) => ({
    event: { type: 'contact', contacts: [{ name, numbers: ['5511900008826'] }] },
    after: null,
    line: `[contacts] ${name}`,
  }),
  call: () => ({ event: { type: 'call', call: { kind: 'voice' } }, after: null, line: '[voice-call] ' }),
  choice: (name) => ({ event: { type: 'choice', choice: { id: name, title: name } }, after: null, line: `[choice] ${name}` }),
  edited: (name) => ({
    event: { type: 'text', text: `Mustro ${name}` },
    after: { type: 'edited', text: `Mostro ${name}` },
    line: `[edited] Mostro ${name}`,
  }),
  deleted: (name) => ({ event: { type: 'text', text: `Apago ${name}` }, after: { type: 'deleted' }, line: '[deleted] ' }),
  reaction: (name) => ({
    event: { type: 'text', text: name },
    after: { type: 'reaction', text: '👍' },
    line: `[👍] ${name}`,
  }),
};
export const kindNames = Object.keys(kinds) as KindName[];

/**
 * Returns what a customer sends after one of their turns, at a ratio from 0 to 1, among what the channel knows. The result depends only on
 * conversation and turn, so that the check knows what was sent.
 */
export const extraAfter = (
  conversation: number,
  turn: number,
  ratio: number,
  knows: readonly KindName[] = kindNames,
): Extra | null => {
  const roll = (Math.imul(conversation * 131 + turn, 2_654_435_761) >>> 0) / 2 ** 32;
  return roll < ratio ? kinds[knows[(conversation + turn) % knows.length]!](`Rua ${conversation}, ${turn}`) : null;
};

/** The text by which a message is compared: of a plain one only its body. */
export const lineOf = (message: MessageView): string => {
  const { kind, text } = summaryOf(message);
  const marks = [
    message.isDeleted ? 'deleted' : null,
    kind,
    message.choice && 'choice',
    message.editedAt && 'edited',
    ...message.reactions.map(({ emoji }) => emoji),
  ].filter((mark) => mark !== null);
  return marks.length === 0 ? `${text}` : `[${marks.join(' ')}] ${text}`;
};
