import type { Availability } from '@prosa/contracts';
import type { ReactNode } from 'react';
import styles from './presence.module.css';

/** Whether somebody is there and takes new tickets. */
export type Here = Availability | 'offline';

/** The state of somebody, from a record of them. */
export const hereOf = ({ online, availability }: { online: boolean; availability: Availability }): Here =>
  online ? availability : 'offline';

/** Its dot: filled, amber, or a ring. It stands beside its word, or the word is in the name of what it is on. */
export const HereDot = ({ here }: { here: Here }) => <span className={`dot ${styles.dot}`} data-here={here} aria-hidden="true" />;

type Props = { online: boolean; availability?: Availability; children: ReactNode };

/** Whether somebody is there: a dot beside the words for it. */
export const Presence = ({ online, availability = 'available', children }: Props) => (
  <span className={`${styles.presence} ${online ? '' : styles.quiet}`}>
    <HereDot here={hereOf({ online, availability })} />
    {children}
  </span>
);
