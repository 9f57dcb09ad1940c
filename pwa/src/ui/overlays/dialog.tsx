import { Overlay2 } from '@blueprintjs/core';
import X from 'lucide-react/icons/x';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { usePane } from '../../kernel/use-pane.ts';
import { Fault } from '../fields/fault.tsx';
import { IconButton } from '../marks/button.tsx';

type Props = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Plain text goes into `body`, forms into `form` (classes of the same names); other content is free. */
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Makes the dialog a form. */
  onSubmit?: () => void;
  /** Why the request was refused: shown above the buttons. Errors of a field are shown at the field. */
  refusal?: string | null;
  /** 440, 600 or 920 px; on phones always the whole screen. */
  size?: 'small' | 'medium' | 'wide';
  /** Something would be lost: a click outside does not close it. */
  keeps?: boolean;
};

/** A modal dialog: the focus stays within and returns afterwards; Escape, the device's back button and a click outside close it. */
export const Dialog = (props: Props) => {
  const { title, isOpen, onClose, children, footer, onSubmit, refusal = null, size = 'small', keeps = false } = props;
  const { t } = useTexts('ui');
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  usePane(isOpen, onClose);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // for React a dialog opened from a form is within it
    onSubmit?.();
    if (ref.current) focusFirstFault(ref.current);
  };
  const inner = (
    <>
      <div className="content">{children}</div>
      {refusal !== null && <Fault className="error refusal">{refusal}</Fault>}
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
        <TakeFocus dialog={ref} onEscape={onClose} />
      </div>
    </Overlay2>
  );
};

/** Gives the focus to the first invalid field as soon as the validation, or the server, has found one, unless the user has gone on. */
const focusFirstFault = (dialog: HTMLElement): void => {
  const look = () => {
    const field = isOver ? null : dialog.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    end();
    field.focus();
  };
  const end = () => {
    isOver = true;
    observer.disconnect();
    for (const goesOn of ['keydown', 'pointerdown']) dialog.removeEventListener(goesOn, end, true);
  };
  let isOver = false;
  const observer = new MutationObserver(look);
  observer.observe(dialog, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-invalid'] });
  for (const goesOn of ['keydown', 'pointerdown']) dialog.addEventListener(goesOn, end, true);
  requestAnimationFrame(look);
};

const isFocusNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * If no field takes the focus, the dialog itself gets it, so that its title is read; and again whenever the focused element is removed or
 * disabled, because Tab is only handled from within, as is Escape, which the uppermost dialog hears here until it has the focus. It is
 * placed after the fields so that its effect runs after theirs.
 */
const TakeFocus = ({ dialog, onEscape }: { dialog: RefObject<HTMLElement | null>; onEscape: () => void }) => {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const isBehind = isFocusNowhere() || document.activeElement?.closest('.app');
      if (event.key !== 'Escape' || event.defaultPrevented || !isBehind) return;
      if (dialog.current !== [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)) return;
      event.preventDefault();
      onEscape();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [dialog, onEscape]);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
    });
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (isFocusNowhere()) dialog.current?.focus({ preventScroll: true });
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
