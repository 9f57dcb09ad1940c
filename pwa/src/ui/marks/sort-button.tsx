import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Icon } from './icon.tsx';
import styles from './sort-button.module.css';

export type Sorted = 'ascending' | 'descending' | 'none';

/** The head of a column, which shows and chooses the order of the rows. The `th` around it has `aria-sort`. */
export const SortButton = ({ label, sorted, onSort }: { label: string; sorted: Sorted; onSort: () => void }) => (
  <button className={`${styles.sort} ${sorted === 'none' ? '' : styles.chosen}`} type="button" onClick={onSort}>
    {sorted !== 'none' && <Icon of={sorted === 'descending' ? ArrowDown : ArrowUp} size="tiny" />}
    {label}
  </button>
);
