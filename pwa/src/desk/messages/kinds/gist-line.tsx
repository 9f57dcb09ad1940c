import type { Gist } from '@prosa/contracts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { kindIcons, lineOf } from './gist.ts';
import styles from './kinds.module.css';

/** A one-line summary of a message, preceded by the icon of its kind; without the marks by which its channel formats. */
export const GistLine = ({ gist, channel }: { gist: Gist; channel?: string | undefined }) => (
  <>
    {gist.kind && <Icon of={kindIcons[gist.kind]} size="tiny" className={styles.inline} />}
    {lineOf(gist, channel)}
  </>
);
