import type { Summary } from '@prosa/contracts';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './kinds.module.css';
import { kindIcons, lineOf } from './summary.ts';

/** A one-line summary of a message, preceded by the icon of its kind; without the marks by which its channel formats. */
export const SummaryLine = ({ gist, channel }: { gist: Summary; channel?: string | undefined }) => (
  <>
    {gist.kind && <Icon of={kindIcons[gist.kind]} size="tiny" className={styles.inline} />}
    {lineOf(gist, channel)}
  </>
);
