import Paperclip from 'lucide-react/icons/paperclip';
import type { ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { SlashEntry } from '../../shell/feature.ts';
import { FieldOption } from '../../ui/fields/field-option.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { labelOf, type QuickReply } from './quick-replies.model.ts';
import styles from './quick-replies.module.css';

export type Found = QuickReply | SlashEntry;

type Props = {
  id: string;
  /** What stands above the replies comes first, below its heading; null: there is nothing. */
  heading: string | null;
  found: readonly Found[];
  active: number;
  /** The reply whose file is being fetched. */
  fetching: string | null;
  optionId: (at: number) => string;
  onGo: (to: number) => void;
  onChoose: (one: Found) => void;
};

/** The list box of quick replies, and of what stands above them: with both, each kind is a group. */
export const ReplyOptions = ({ id, heading, found, active, fetching, optionId, onGo, onChoose }: Props) => {
  const { t } = useTexts('composer');
  const option = (one: Found) => {
    const at = found.indexOf(one);
    return (
      <FieldOption
        key={one.id}
        id={optionId(at)}
        isActive={at === active}
        title={'run' in one ? one.title : one.message}
        onPoint={() => onGo(at)}
        onChoose={() => onChoose(one)}
      >
        <b className="truncate">/{labelOf(one.shortcode)}</b>
        {'run' in one ? (
          one.shown
        ) : (
          <>
            <span className="truncate">{labelOf(one.message)}</span>
            {one.id === fetching ? <Spinner /> : one.mediaName !== null && <Icon of={Paperclip} />}
          </>
        )}
      </FieldOption>
    );
  };
  const replies = found.filter((one) => !('run' in one));
  return (
    <div role="listbox" id={id} aria-label={t('quick')}>
      {heading === null ? (
        replies.map(option)
      ) : (
        <>
          <Group name={heading}>{found.filter((one) => 'run' in one).map(option)}</Group>
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
