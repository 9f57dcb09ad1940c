import type { ComponentType } from 'react';

/** A Lucide icon, imported individually: `import Inbox from 'lucide-react/icons/inbox'`. */
export type IconType = ComponentType<{ className?: string }>;

type Props = { of: IconType; size?: 'small' | 'large' | 'tiny'; className?: string; label?: string };

/** 16 px, `large` 20 px, `tiny` 14 px. Hidden from screen readers unless it has a `label`. */
export const Icon = ({ of: Drawn, size = 'small', className = '', label }: Props) => {
  const drawn = <Drawn className={`icon ${size === 'small' ? '' : size} ${className}`.trim()} />;
  return label === undefined ? (
    drawn
  ) : (
    <span role="img" aria-label={label} title={label} style={{ display: 'inline-flex' }}>
      {drawn}
    </span>
  );
};
