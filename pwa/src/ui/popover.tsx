import { PopoverNext } from '@blueprintjs/core';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { usePane } from '../kernel/use-pane.ts';
import { useIsPhone } from './use-media.ts';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  content: ReactElement;
  /** What it hangs on. It opens and closes it itself. */
  children: ReactNode;
  placement?: 'bottom-start' | 'bottom-end' | 'bottom' | 'top-start' | 'top-end' | 'right-start';
  /** As wide as what it hangs on. */
  matchWidth?: boolean;
  /** Whether the focus goes into it. */
  autoFocus?: boolean;
  fill?: boolean;
};

/**
 * What hangs on a button: Blueprint's popover without arrow. A click beside it or Escape closes it, on a phone also the device's back;
 * the focus goes back.
 */
export const Popover = ({
  isOpen,
  onClose,
  content,
  children,
  placement = 'bottom-end',
  matchWidth,
  autoFocus = true,
  fill = false,
}: Props) => {
  usePane(useIsPhone() && isOpen, onClose);
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={(next) => {
        if (!next) onClose();
      }}
      onClose={onClose}
      interactionKind="click"
      content={<Inside onClose={onClose}>{content}</Inside>}
      canEscapeKeyClose={false} // closed so it would take the focus back once it has faded, from wherever it is by then
      placement={placement}
      arrow={false}
      animation="minimal"
      transitionDuration={80}
      autoFocus={autoFocus}
      enforceFocus={false}
      shouldReturnFocusOnClose={false} // it would take it from a dialog that a choice has opened
      fill={fill}
      matchTargetWidth={matchWidth ?? false}
      middleware={{ offset: { mainAxis: 4 }, shift: { padding: 8 }, flip: {} }}
      popupKind={undefined}
    >
      {children as ReactElement}
    </PopoverNext>
  );
};

/** What is in it, while it is open: Escape closes it and nothing around it; then the focus goes back. */
const Inside = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  useReturnFocus();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its content does not
  return <div onKeyDown={handleKeyDown}>{children}</div>;
};
