import { useSelector } from 'react-redux';
import { textIn, useWords, type Words } from '../../records/use-words.ts';
import { selectImports } from './imports.slice.ts';

/** The texts of imports; for those into a list of contacts with the words that differ. */
export const useImportWords = (): Words => {
  const words = useWords('imports');
  const { into } = useSelector(selectImports);
  return into === null ? words : (key, values) => textIn(words, `list.${key}`, values) ?? words(key, values);
};
