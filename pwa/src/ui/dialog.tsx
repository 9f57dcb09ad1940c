import { Overlay2 } from '@blueprintjs/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePane } from '../kernel/use-pane.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

type Props = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Plain words go into `body`, forms into `form` (classes of the same names), or as you like. */
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Makes the whole a form. */
  onSubmit?: () => void;
  /** Why what was asked for was refused: above the buttons, where the eye is. What belongs to a field stands at the field. */
  refusal?: string | null;
  /** 440, 600 or 920 px; phones always show the whole screen. */
  size?: 'small' | 'medium' | 'wide';
  /** Something would be lost: a click beside it does not close. */
  keeps?: boolean;
};

/** A modal dialog: focus stays within and returns; Escape, the device's back and a click beside it close. */
export const Dialog = (props: Props) => {
  const { title, isOpen, onClose, children, footer, onSubmit, refusal = null, size = 'small', keeps = false } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  usePane(isOpen, onClose);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
    // Once what lacks is said, the first field that lacks it has the focus.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const inner = (
    <>
      <div className="content">{children}</div>
      {refusal !== null && (
        <p className="error refusal" role="alert">
          <Icon of={CircleAlert} />
          {refusal}
        </p>
      )}
      {footer && <div className="foot">{footer}</div>}
    </>
  );
  return (
    <Overlay2
      isOpen={isOpen}
      onClose={onClose}
      canOutsideClickClose={!keeps}
      transitionDuration={140}
      childRef={ref as React.RefObject<HTMLElement>}
    >
      <div className={`dialog ${size}`} ref={ref} tabIndex={-1} role="dialog" aria-modal="true" aria-labelledby={id}>
        <div className="head">
          <h2 id={id}>{title}</h2>
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        </div>
        {onSubmit ? (
          <form onSubmit={handleSubmit} noValidate style={{ display: 'contents' }}>
            {inner}
          </form>
        ) : (
          inner
        )}
        <TakeFocus dialog={ref} />
      </div>
    </Overlay2>
  );
};

/**
 * Where no field asks for it, the dialog itself has the focus, so that its title is read; and again whenever what had it has gone
 * from within: Escape and Tab are heard from there alone. After the fields, to come after them.
 */
const TakeFocus = ({ dialog }: { dialog: RefObject<HTMLElement | null> }) => {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
    });
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost) dialog.current?.focus({ preventScroll: true });
      });
    });
    if (dialog.current)
      observer.observe(dialog.current, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [dialog]);
  return null;
};
