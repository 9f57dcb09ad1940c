import { createContext, useContext } from 'react';
import { marked } from '../../message-search/marked.ts';
import styles from './sought.module.css';

/** The words by which the conversation was found; '' if it was not opened from a search. */
export const SoughtWords = createContext('');

/** A part of a message's text, in which the words are marked by which its conversation was found. */
export const Sought = ({ text }: { text: string }) => {
  const words = useContext(SoughtWords);
  if (words === '') return text;
  return marked(text, words).map((part, at) =>
    part.isSought ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <mark key={at} className={styles.sought}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
};
