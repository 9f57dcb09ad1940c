import type { MouseEventHandler, ReactNode, Ref } from 'react';

type Props = {
  id: string | undefined;
  /** The keys of the field are at it. */
  isActive: boolean;
  /** It is chosen; default: it is the one that Enter would choose. */
  isSelected?: boolean;
  className?: string | undefined;
  title?: string;
  ref?: Ref<HTMLDivElement>;
  /** The pointer has come to it. */
  onPoint?: () => void;
  onChoose: MouseEventHandler;
  children: ReactNode;
};

/** An option of a list below or above a field, which keeps the focus and has the keys. */
export const FieldOption = ({
  id,
  isActive,
  isSelected = isActive,
  className,
  title,
  ref,
  onPoint,
  onChoose,
  children,
}: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
  <div
    id={id}
    ref={ref}
    role="option"
    aria-selected={isSelected}
    className={[isActive && 'is-active', className].filter(Boolean).join(' ')}
    title={title}
    onMouseMove={() => isActive || onPoint?.()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    {children}
  </div>
);
