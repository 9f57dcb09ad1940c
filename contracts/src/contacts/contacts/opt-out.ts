import { visible } from '../../kernel/texts/visible.ts';

const WORDS: ReadonlySet<string> = new Set(['sair', 'parar', 'stop']);

/** Whether a customer's text says, and says nothing else, that they want no campaigns. */
export const isOptOut = (text: string): boolean =>
  WORDS.has(
    visible(text)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s.!\u2026]+$/, ''),
  );
