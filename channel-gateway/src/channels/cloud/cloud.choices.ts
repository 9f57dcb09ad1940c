import type { SentMenu } from '@prosa/contracts';
import { shortened } from '../graph/graph.lines.ts';

/** How long texts may be, in characters: a choice's title, what a list says below it, and the text above them. */
const LONGEST = { button: { title: 20, text: 1_024 }, list: { title: 24, text: 4_096 }, description: 72 };
/** The button that opens the list; the customer reads it, like the other words of the menu. */
const OPEN = 'Ver opções';

/**
 * The choices as WhatsApp's buttons or list below the text, which numbers them. Null if they cannot be shown: the text is too long, or two
 * would look the same.
 */
export const interactiveOf = (text: string, { as, choices }: SentMenu): object | null => {
  const most = LONGEST[as];
  const shown = choices.map(({ id, title }) => ({ id, title: shortened(title, most.title), whole: title.trim() }));
  const titles = new Set(shown.map(({ title }) => title));
  if (text.trim() === '' || text.length > most.text || titles.size < choices.length || titles.has('')) return null;
  const body = { text };
  if (as === 'button')
    return { type: 'button', body, action: { buttons: shown.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) } };
  const rows = shown.map(({ id, title, whole }) => ({
    id,
    title,
    ...(title !== whole && { description: shortened(whole, LONGEST.description) }),
  }));
  return { type: 'list', body, action: { button: OPEN, sections: [{ rows }] } };
};
