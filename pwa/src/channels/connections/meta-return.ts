import { findText } from '../../kernel/i18n/dictionary.ts';
import { loadScreenTexts, startI18n } from '../../kernel/i18n/i18n.ts';
import type { Language } from '../../kernel/i18n/languages.ts';
import { openMetaChannel, takeAnswer } from './meta-window.ts';

/** How long the window that waits for this sign-in has to say so, in milliseconds. */
const TAKEN_MS = 3_000;

/**
 * The page to which Meta returns who has signed in: passes what Meta answered on to the window of Prosa that waits for it, and closes. If none
 * does, because it was closed or the sign-in began elsewhere, it says so; so it does where a window cannot close itself.
 */
export const passMetaAnswerOn = (language: Language, takenMs = TAKEN_MS): void => {
  const answer = takeAnswer();
  const show = async (key: 'metaDone' | 'metaLost'): Promise<void> => {
    await startI18n(language);
    await loadScreenTexts('connections');
    const text = document.createElement('p');
    text.textContent = findText('connections', key, {}) ?? '';
    const main = document.createElement('main');
    main.className = 'splash';
    main.append(text);
    document.getElementById('root')!.replaceChildren(main);
  };
  const lost = setTimeout(() => void show('metaLost'), answer.state === '' ? 0 : takenMs);
  const channel = openMetaChannel((said) => {
    if (said.kind !== 'taken' || said.state !== answer.state) return;
    clearTimeout(lost);
    channel.close();
    window.close();
    void show('metaDone');
  });
  if (answer.state !== '') channel.postMessage({ kind: 'answer', answer });
};
