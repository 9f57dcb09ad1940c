import type { ReactNode } from 'react';
import styles from './presence.module.css';

/** Whether somebody is there: a dot, filled or hollow, beside the words for it. */
export const Presence = ({ online, children }: { online: boolean; children: ReactNode }) => (
  <span className={`${styles.presence} ${online ? '' : styles.away}`}>
    <span className={`dot ${online ? styles.online : styles.hollow}`} aria-hidden="true" />
    {children}
  </span>
);
