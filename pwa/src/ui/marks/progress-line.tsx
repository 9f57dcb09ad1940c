import type { ProgressHTMLAttributes } from 'react';
import styles from './progress-line.module.css';

type Props = Omit<ProgressHTMLAttributes<HTMLProgressElement>, 'className'> & { value: number; max: number };

/** A line that shows how far something is; its name is `aria-label` or `aria-labelledby`. */
export const ProgressLine = (props: Props) => <progress {...props} className={styles.line} />;
