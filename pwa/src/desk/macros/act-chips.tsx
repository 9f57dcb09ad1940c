import type { MacroAct } from '@prosa/contracts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import styles from './act-chips.module.css';
import { actIcons, useActWords } from './act-words.ts';
import { type ActNames, faultsOf } from './macros.model.ts';

/** The acts of a macro in their order, as icons and words; those that cannot be done are red. */
export const ActChips = ({ acts, names, isTight = false }: { acts: readonly MacroAct[]; names: ActNames; isTight?: boolean }) => {
  const { t } = useTexts('macros');
  const wordsOf = useActWords(names);
  const faults = faultsOf(acts, names);
  return (
    <span className={`${styles.acts} ${isTight ? styles.tight : ''}`}>
      {acts.map((act, at) => {
        const fault = faults[at] ?? null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: acts have no identity besides their place
          <span key={at} className={`${styles.act} ${fault ? styles.bad : ''}`} title={fault ? t(`faults.${fault}`) : undefined}>
            <Icon of={fault ? CircleAlert : actIcons[act.do]} />
            <VisuallyHidden>{fault ? `${t('cannot')}: ` : ''}</VisuallyHidden>
            <span className="truncate">{wordsOf(act)}</span>
          </span>
        );
      })}
    </span>
  );
};
