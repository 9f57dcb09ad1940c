import { type ReactNode, useRef, useState } from 'react';
import { useLater } from '../../kernel/loading/later.ts';
import { overlays } from './later-overlays.ts';
import type { PopupContent } from './popup.tsx';

type Props = PopupContent & {
  /** The anchor, which opens and closes it. */
  children: ReactNode;
  fill?: boolean;
};

/**
 * A popover anchored to a button: Blueprint's, without an arrow. A click outside or Escape closes it, on a phone also the device's back
 * button; the focus returns. While it is closed it is only its anchor: every row of a list has one or two.
 */
export const Popover = ({ isOpen, onClose, children, fill = false, ...popup }: Props) => {
  const anchor = useRef<HTMLSpanElement>(null);
  /** It is rendered until it has faded out. */
  const [isThere, setThere] = useState(isOpen);
  if (isOpen && !isThere) setThere(true);
  const parts = useLater(overlays, isThere);
  if (!isOpen && isThere && !parts) setThere(false);
  return (
    <>
      <span ref={anchor} className={`bp6-popover-target ${fill ? 'bp6-fill' : ''}`}>
        {children}
      </span>
      {isThere && parts && (
        <parts.Popup {...popup} isOpen={isOpen} onClose={onClose} anchor={anchor} onClosed={() => setThere(false)} />
      )}
    </>
  );
};
