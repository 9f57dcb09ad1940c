import Lock from 'lucide-react/icons/lock';
import Mic from 'lucide-react/icons/mic';
import Paperclip from 'lucide-react/icons/paperclip';
import PenLine from 'lucide-react/icons/pen-line';
import Plus from 'lucide-react/icons/plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Smile from 'lucide-react/icons/smile';
import Zap from 'lucide-react/icons/zap';
import type { ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Switch } from '../../ui/fields/choices.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton, type MenuEntry } from '../../ui/overlays/menu.tsx';
import styles from './composer.module.css';

type Props = {
  onNote: () => void;
  onQuick: () => void;
  onEmoji: () => void;
  picksEmoji: boolean;
  signs: boolean;
  onSigns: (signs: boolean) => void;
  maySend: boolean;
  /** Menu entries for attaching files; empty where messages carry no files. */
  attach: MenuEntry[];
  onRecord: () => void;
  isBlank: boolean;
};

/** The bar below the field: what can be inserted, observation, signature, send. */
export const ComposerBar = ({ onNote, onQuick, onEmoji, picksEmoji, signs, onSigns, maySend, attach, onRecord }: Props) => {
  const { t } = useTexts('composer');
  return (
    <div className={styles.bar}>
      {attach.length > 0 && (
        <MenuButton label={t('attach')} placement="top-start" entries={attach}>
          {(trigger) => <IconButton {...trigger} icon={Paperclip} small label={t('attach')} />}
        </MenuButton>
      )}
      <IconButton icon={Zap} small label={t('quick')} onClick={onQuick} />
      <IconButton icon={Smile} small label={t('emoji')} aria-haspopup="dialog" aria-expanded={picksEmoji} onClick={onEmoji} />
      <button className={`button quiet ${styles.words}`} type="button" onClick={onNote}>
        <Icon of={Lock} />
        {t('note')}
      </button>
      <Switch checked={signs} onChange={onSigns}>
        {t('sign')}
      </Switch>
      <span className="grow" />
      <IconButton icon={Mic} small label={t('record')} onClick={onRecord} />
      <button className="button primary" type="submit" disabled={!maySend}>
        {t('send')}
        <Icon of={SendHorizontal} />
      </button>
    </div>
  );
};

/** The bar in a narrow pane, as on phones: the other functions in a menu behind a plus, with the field between it and the send button. */
export const CompactComposerBar = ({ children, ...bar }: Props & { children: ReactNode }) => {
  const { onNote, onQuick, onEmoji, signs, onSigns, maySend, attach, onRecord, isBlank } = bar;
  const { t } = useTexts('composer');
  return (
    <div className={styles.line}>
      <MenuButton
        label={t('more')}
        placement="top-end"
        entries={[
          ...attach,
          { id: 'quick', label: t('quick'), icon: Zap, run: onQuick },
          { id: 'emoji', label: t('emoji'), icon: Smile, run: onEmoji },
          { id: 'note', label: t('note'), icon: Lock, run: onNote },
          { id: 'sign', label: t('sign'), icon: PenLine, checked: signs, run: () => onSigns(!signs) },
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon={Plus} label={t('more')} />}
      </MenuButton>
      {children}
      {isBlank ? (
        <IconButton icon={Mic} className={styles.send} label={t('record')} onClick={onRecord} />
      ) : (
        <IconButton
          icon={SendHorizontal}
          kind={maySend ? 'primary' : 'quiet'}
          className={styles.send}
          type="submit"
          label={t('send')}
          disabled={!maySend}
        />
      )}
    </div>
  );
};
