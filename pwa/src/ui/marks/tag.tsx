import X from 'lucide-react/icons/x';
import type { CSSProperties } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from './icon.tsx';

/** A colour chosen by users: always a dot beside neutral text. */
export const Dot = ({ color, label }: { color?: string | undefined; label?: string }) => (
  <span
    className="dot"
    style={color ? ({ '--c': color } as CSSProperties) : undefined}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  />
);

type Props = {
  name: string;
  color?: string;
  onRemove?: () => void;
  /** Accessible name of the remove button if it is not a tag. */
  removeLabel?: string;
  disabled?: boolean;
};

/** A label on a ticket; with `onRemove` it can be taken off. */
export const Tag = ({ name, color, onRemove, removeLabel, disabled }: Props) => {
  const { t } = useTexts('ui');
  return (
    <span className={`tag ${onRemove ? 'editable' : ''}`} title={name}>
      {color !== undefined && <Dot color={color} />}
      <span className="truncate">{name}</span>
      {onRemove && (
        <button type="button" aria-label={removeLabel ?? t('removeTag', { name })} disabled={disabled} onClick={onRemove}>
          <Icon of={X} />
        </button>
      )}
    </span>
  );
};

/** A state as secondary text at a row's end: "Fechado". */
export const StatusTag = ({ children }: { children: string }) => <span className="tag status">{children}</span>;
