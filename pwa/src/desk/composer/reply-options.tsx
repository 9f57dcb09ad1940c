import type { MacroView } from '@prosa/contracts';
import Paperclip from 'lucide-react/icons/paperclip';
import type { ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { ActChips } from '../macros/act-chips.tsx';
import type { ActNames } from '../macros/macros.model.ts';
import { labelOf, type QuickReply } from './quick-replies.model.ts';
import styles from './quick-replies.module.css';

/** A macro as it is found. */
export type FoundMacro = { id: string; shortcode: string; message: string; macro: MacroView };
export type Found = QuickReply | FoundMacro;

type Props = {
  id: string;
  /** Macros first. */
  found: readonly Found[];
  active: number;
  /** The reply whose file is being fetched. */
  fetching: string | null;
  names: ActNames;
  optionId: (at: number) => string;
  onGo: (to: number) => void;
  onChoose: (one: Found) => void;
};

/** The list box of macros and quick replies; with both kinds each is a group. */
export const ReplyOptions = ({ id, found, active, fetching, names, optionId, onGo, onChoose }: Props) => {
  const { t } = useTexts('composer');
  const option = (one: Found) => {
    const at = found.indexOf(one);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
      <div
        key={one.id}
        id={optionId(at)}
        role="option"
        aria-selected={at === active}
        className={at === active ? 'is-active' : ''}
        title={'macro' in one ? one.macro.name : one.message}
        onMouseMove={() => at === active || onGo(at)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(one)}
      >
        <b className="truncate">/{labelOf(one.shortcode)}</b>
        {'macro' in one ? (
          <ActChips acts={one.macro.acts} names={names} isTight />
        ) : (
          <>
            <span className="truncate">{labelOf(one.message)}</span>
            {one.id === fetching ? <Spinner /> : one.mediaName !== null && <Icon of={Paperclip} />}
          </>
        )}
      </div>
    );
  };
  const [macros, replies] = [found.filter((one) => 'macro' in one), found.filter((one) => !('macro' in one))];
  return (
    <div role="listbox" id={id} aria-label={t('quick')}>
      {macros.length === 0 ? (
        replies.map(option)
      ) : (
        <>
          <Group name={t('macrosHead')}>{macros.map(option)}</Group>
          {replies.length > 0 && <Group name={t('quick')}>{replies.map(option)}</Group>}
        </>
      )}
    </div>
  );
};

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a list box has groups
  <div role="group" aria-label={name}>
    <p className={styles.group} aria-hidden="true">
      {name}
    </p>
    {children}
  </div>
);
