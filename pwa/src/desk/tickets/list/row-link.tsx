import type { MouseEvent, ReactNode } from 'react';
import { navigateTo, shownPath } from '../../../shell/navigation.ts';
import { aheadOf } from '../../messages/state/ahead.ts';

/** Where in its conversation a ticket is opened: the part of the address that names the message, and what goes with it. */
export type OpensAt = { search: string; state: object };

type Props = { ticketId: string; className: string; isCurrent: boolean; at?: OpensAt | undefined; children: ReactNode };

/** Whether the browser itself opens the link, in another tab or window. */
const isForBrowser = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/** The link of a row. The router's own depends on the current address: each opening would render the links of all rows again. */
export const RowLink = ({ ticketId, className, isCurrent, at, children }: Props) => {
  const path = `/tickets/${ticketId}`;
  const to = path + (at?.search ?? '');
  const handleClick = (event: MouseEvent) => {
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    const isThere = shownPath() === path && globalThis.location.search === (at?.search ?? '');
    navigateTo(to, { replace: isThere, after: aheadOf(ticketId), ...(at && { state: at.state }) });
  };
  return (
    <a className={className} href={to} aria-current={isCurrent || undefined} onClick={handleClick}>
      {children}
    </a>
  );
};
