import X from 'lucide-react/icons/x';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** A colour that users chose: always a dot beside neutral words. */
export const Dot = ({ color, label }: { color?: string | undefined; label?: string }) => (
  <span
    className="dot"
    style={color ? ({ '--c': color } as CSSProperties) : undefined}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  />
);

type Props = { name: string; color?: string; onRemove?: () => void; disabled?: boolean };

/** A label on a ticket; with `onRemove` it can be taken off. */
export const Tag = ({ name, color, onRemove, disabled }: Props) => {
  const { t } = useTranslation('ui');
  return (
    <span className={`tag ${onRemove ? 'editable' : ''}`} title={name}>
      {color !== undefined && <Dot color={color} />}
      <span className="truncate">{name}</span>
      {onRemove && (
        <button type="button" aria-label={t('removeTag', { name })} disabled={disabled} onClick={onRemove}>
          <Icon of={X} />
        </button>
      )}
    </span>
  );
};

/** A state in quiet words at a row's end: "Fechado". */
export const StatusTag = ({ children }: { children: string }) => <span className="tag status">{children}</span>;
