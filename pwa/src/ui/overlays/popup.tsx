import { PopoverNext } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from 'react';
import { usePane } from '../../kernel/use-pane.ts';
import { useFocusIn } from '../hooks/use-auto-focus.ts';
import { useIsPhone } from '../hooks/use-media.ts';
import { useReturnFocus } from '../hooks/use-return-focus.ts';

export type PopupContent = {
  isOpen: boolean;
  onClose: () => void;
  content: ReactElement;
  placement?: 'bottom-start' | 'bottom-end' | 'bottom' | 'top-start' | 'top-end' | 'right-start';
  /** As wide as the anchor. */
  matchWidth?: boolean;
  /** Whether the focus moves into it. */
  autoFocus?: boolean;
};
type Props = PopupContent & { anchor: RefObject<HTMLElement | null>; onClosed: () => void };

/** The box that a popover opens: Blueprint's, without an arrow. */
export const Popup = ({
  isOpen,
  onClose,
  onClosed,
  content,
  anchor,
  placement = 'bottom-end',
  matchWidth,
  autoFocus = true,
}: Props) => {
  usePane(useIsPhone() && isOpen, onClose);
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={(next) => {
        if (!next) onClose();
      }}
      onClose={onClose}
      onClosed={onClosed}
      interactionKind="click"
      content={
        <Inside onClose={onClose} autoFocus={autoFocus}>
          {content}
        </Inside>
      }
      canEscapeKeyClose={false} // closed so it would take the focus back once it has faded, from wherever it is by then
      placement={placement}
      arrow={false}
      animation="minimal"
      transitionDuration={80}
      autoFocus={false} // it would take the focus a frame late, from wherever it is by then
      enforceFocus={false}
      shouldReturnFocusOnClose={false} // it would take it from a dialog that a choice has opened
      matchTargetWidth={matchWidth ?? false}
      middleware={{ offset: { mainAxis: 4 }, shift: { padding: 8 }, flip: {} }}
      renderTarget={({ ref }) => <Anchored of={anchor} refer={ref} />}
    />
  );
};

/** Anchors the popup to an existing element. */
const Anchored = ({ of, refer }: { of: RefObject<HTMLElement | null>; refer: Ref<HTMLElement> }) => {
  useLayoutEffect(() => {
    if (typeof refer !== 'function') return;
    refer(of.current);
    return () => void refer(null);
  }, [of, refer]);
  return null;
};

/** The content while it is open: Escape closes only the popup, and then the focus returns. */
const Inside = ({ onClose, autoFocus, children }: { onClose: () => void; autoFocus: boolean; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useReturnFocus();
  useFocusIn(
    () => box.current,
    () => (box.current?.contains(document.activeElement) ? null : (box.current?.querySelector('input') ?? box.current)),
    autoFocus,
  );
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles keys that its content does not
    <div ref={box} tabIndex={-1} className="popover-inside" onKeyDown={handleKeyDown}>
      {children}
    </div>
  );
};
