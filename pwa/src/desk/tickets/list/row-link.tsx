import type { MouseEvent, ReactNode } from 'react';
import { navigateTo, shownPath } from '../../../shell/navigation.ts';
import { aheadOf } from '../../messages/state/ahead.ts';

type Props = { ticketId: string; className: string; isCurrent: boolean; children: ReactNode };

/** Whether the browser itself opens the link, in another tab or window. */
const isForBrowser = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/** The link of a row. The router's own depends on the current address: each opening would render the links of all rows again. */
export const RowLink = ({ ticketId, className, isCurrent, children }: Props) => {
  const to = `/tickets/${ticketId}`;
  const handleClick = (event: MouseEvent) => {
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    navigateTo(to, { replace: shownPath() === to && globalThis.location.search === '', after: aheadOf(ticketId) });
  };
  return (
    <a className={className} href={to} aria-current={isCurrent || undefined} onClick={handleClick}>
      {children}
    </a>
  );
};
