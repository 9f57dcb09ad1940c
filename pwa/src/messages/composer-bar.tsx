import Lock from 'lucide-react/icons/lock';
import PenLine from 'lucide-react/icons/pen-line';
import Plus from 'lucide-react/icons/plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import panes from '../shell/panes.module.css';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/choices.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { MenuButton } from '../ui/menu.tsx';
import styles from './composer.module.css';

type Props = {
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  signs: boolean;
  onSigns: (signs: boolean) => void;
  maySend: boolean;
};

/** Below the field: observation, signature, send. */
export const ComposerBar = ({ isNote, onNote, signs, onSigns, maySend }: Props) => {
  const { t } = useTranslation('messages');
  if (isNote)
    return (
      <div className={styles.bar}>
        <button className={`button quiet ${styles.words}`} type="button" onClick={() => onNote(false)}>
          {t('cancel')}
        </button>
        <span className="grow" />
        <span className={`${panes.keysHint} ${styles.hint}`}>
          <Kbd>Esc</Kbd> {t('backToMessage')}
        </span>
        <button className={`button ${styles.noteSend}`} type="submit">
          <Icon of={Lock} />
          {t('sendNote')}
        </button>
      </div>
    );
  return (
    <div className={styles.bar}>
      <button className={`button quiet ${styles.words}`} type="button" onClick={() => onNote(true)}>
        <Icon of={Lock} />
        {t('note')}
      </button>
      <Switch checked={signs} onChange={onSigns}>
        {t('sign')}
      </Switch>
      <span className="grow" />
      <button className="button primary" type="submit" disabled={!maySend}>
        {t('send')}
        <Icon of={SendHorizontal} />
      </button>
    </div>
  );
};

/** On phones: what else there is behind a plus, and the field between it and the send button. */
export const PhoneComposerBar = ({ isNote, onNote, signs, onSigns, maySend, children }: Props & { children: ReactNode }) => {
  const { t } = useTranslation('messages');
  return (
    <div className={styles.line}>
      <MenuButton
        label={t('more')}
        placement="top-end"
        entries={[
          { id: 'note', label: t(isNote ? 'backToMessage' : 'note'), icon: Lock, run: () => onNote(!isNote) },
          { id: 'sign', label: t('sign'), icon: PenLine, checked: signs, run: () => onSigns(!signs) },
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon={Plus} label={t('more')} />}
      </MenuButton>
      {children}
      <IconButton
        icon={isNote ? Lock : SendHorizontal}
        kind={maySend ? 'primary' : 'quiet'}
        className={`${styles.send} ${isNote ? styles.noteSend : ''}`}
        type="submit"
        label={t(isNote ? 'sendNote' : 'send')}
        disabled={!maySend}
      />
    </div>
  );
};
