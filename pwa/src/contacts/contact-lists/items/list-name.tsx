import ArrowLeft from 'lucide-react/icons/arrow-left';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import { useWords } from '../../../records/use-words.ts';
import { useTitle } from '../../../shell/title.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { EmptyState } from '../../../ui/marks/states.tsx';
import { contactLists } from '../state/contact-lists.slice.ts';
import styles from './list-name.module.css';

/** The name of the list whose items are shown; null while it is not known. */
export const useListName = (): string | null => {
  const { contactListId } = useParams();
  return contactLists.useAll().find(({ id }) => id === contactListId)?.name ?? null;
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

/** What belongs to a list: of one that is not there, or not any more, that. */
export const OfList = ({ children }: { children: ReactNode }) => {
  const { contactListId = '' } = useParams();
  contactLists.useAll();
  const { status, live } = useSelector(contactLists.selectState);
  return status === 'ready' && !(contactListId in live.byId) ? <NoList /> : children;
};

const NoList = () => {
  const words = useWords('contact-list-items');
  useTitle(words('noList'));
  return (
    <div className={styles.blank}>
      <EmptyState
        isPage
        icon={SearchX}
        title={words('noList')}
        action={
          <Link className="button" to="/contact-lists">
            {words('lists')}
          </Link>
        }
      >
        {words('noListHint')}
      </EmptyState>
    </div>
  );
};
