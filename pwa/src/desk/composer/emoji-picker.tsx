import { Picker } from 'emoji-picker-element';
import enWords from 'emoji-picker-element/i18n/en';
import esWords from 'emoji-picker-element/i18n/es';
import ptWords from 'emoji-picker-element/i18n/pt_BR';
import en from 'emoji-picker-element-data/en/cldr/data.json?url';
import es from 'emoji-picker-element-data/es/cldr/data.json?url';
import pt from 'emoji-picker-element-data/pt/cldr/data.json?url';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLanguage, useTexts } from '../../kernel/i18n/use-texts.ts';
import { usePane } from '../../kernel/use-pane.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import styles from './emoji-picker.module.css';

/** Texts and data of each language, loaded from the app's own origin, the only one that the page may load from. */
const languages = {
  pt: { i18n: ptWords, dataSource: pt, locale: 'pt' },
  en: { i18n: enWords, dataSource: en, locale: 'en' },
  es: { i18n: esWords, dataSource: es, locale: 'es' },
};

type Props = {
  /** `byKey`: chosen by keyboard; the focus stays here for the next emoji. */
  onPick: (emoji: string, byKey: boolean) => void;
  onClose: (to: 'field' | 'elsewhere') => void;
};

/** Emoji by group and by search word, above the composer. It stays open until Escape or a press elsewhere. */
export const EmojiPicker = ({ onPick, onClose }: Props) => {
  const { t } = useTexts('composer');
  const language = useLanguage();
  const isPhone = useIsPhone();
  const panel = useRef<HTMLDivElement>(null);
  const on = useRef({ onPick, onClose });
  on.current = { onPick, onClose };
  usePane(isPhone, () => onClose('elsewhere'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has its own picker
  useEffect(() => {
    const box = panel.current;
    if (!box) return;
    const picker = new Picker(languages[language]);
    let isKey = false;
    const press = ({ type }: Event) => {
      isKey = type === 'keydown';
    };
    picker.addEventListener('keydown', press, true);
    picker.addEventListener('pointerdown', press, true);
    picker.addEventListener('emoji-click', ({ detail: { unicode } }) => unicode && on.current.onPick(unicode, isKey));
    box.append(picker);
    // Focusing a field would open the phone's keyboard over the picker.
    requestAnimationFrame(() => (isPhone ? box : (picker.shadowRoot?.querySelector<HTMLElement>('input') ?? box)).focus());
    return () => picker.remove();
  }, [language]);
  useEffect(() => {
    const handlePress = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target)) return;
      if (isPhone || !target.closest('[data-composer]')) on.current.onClose('elsewhere');
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [isPhone]);
  const handleKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // letters are text here, not shortcuts of the screen
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose('field');
  };
  return (
    <div className={styles.panel} ref={panel} role="dialog" aria-label={t('emoji')} tabIndex={-1} onKeyDown={handleKeyDown} />
  );
};
