import { textIn, useWords } from '../../records/use-words.ts';

/** Names a scope in the language of the screen; one without a name is shown as it is. */
export const useScopeName = (): ((scope: string) => string) => {
  const words = useWords('api-keys');
  return (scope) => textIn(words, `scopes.${scope}`) ?? scope;
};
