import { contactLists, inOrder } from '@prosa/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useParams } from 'react-router-dom';
import { createLookup } from '../../../kernel/lists/lookup.ts';
import { useWords } from '../../../records/use-words.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './list-name.module.css';

/** The company's lists by name. */
export const listNames = createLookup({
  name: 'listNames',
  channel: 'contact-list',
  route: contactLists.routes.listAll,
  recordsOf: ({ records }) => records,
  compare: inOrder('name'),
});

/** The name of the list whose items are shown; null while it is not known. */
export const useListName = (): string | null => {
  const { contactListId } = useParams();
  return listNames.useAll().find(({ id }) => id === contactListId)?.name ?? null;
};

/** The way back to the lists. */
export const WayToLists = () => {
  const words = useWords('contact-list-items');
  return (
    <Link className={styles.back} to="/contact-lists">
      <Icon of={ArrowLeft} size="tiny" />
      {words('lists')}
    </Link>
  );
};
