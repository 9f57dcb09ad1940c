import { type ComponentType, useState } from 'react';
import { useLoaded } from '../kernel/calls/use-loaded.ts';
import type { Language } from '../kernel/i18n/languages.ts';
import { useLanguage } from '../kernel/i18n/use-texts.ts';
import type { Later } from '../kernel/loading/later.ts';
import { IconButton } from '../ui/marks/button.tsx';
import type { IconType } from '../ui/marks/icon.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import styles from './bar-button.module.css';

type Props = {
  icon: IconType;
  label: Record<Language, string>;
  /** The mark of something new, if there is any: a dot, and its words for screen readers. */
  fresh: Record<Language, string> | null;
  /** The list that it opens, with its texts. */
  part: Later<{ List: ComponentType<{ onClose: () => void }> }>;
  onOpen?: () => void;
};

/** A button of the top bar that opens a list. */
export const BarButton = ({ icon, label, fresh, part, onOpen }: Props) => {
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const list = useLoaded(part, isOpen);
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
  return (
    <Popover
      isOpen={isOpen && list !== null}
      onClose={() => setOpen(false)}
      content={list ? <list.List onClose={() => setOpen(false)} /> : <span />}
    >
      <IconButton
        icon={icon}
        className={styles.button ?? ''}
        label={[label[language], fresh?.[language]].filter(Boolean).join(', ')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {fresh && <span className={styles.dot} />}
      </IconButton>
    </Popover>
  );
};
