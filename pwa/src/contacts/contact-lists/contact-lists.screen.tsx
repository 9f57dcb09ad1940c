import type { ContactListView } from '@prosa/contracts';
import { contactLists } from '@prosa/contracts/schemas';
import ListChecks from 'lucide-react/icons/list-checks';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import type { RowAct } from '../../records/record.ts';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { importOpenedFor, importsSlice } from '../imports/imports.slice.ts';
import styles from './contact-lists.module.css';

const addressOf = ({ id }: Pick<ContactListView, 'id'>): string => `/contact-lists/${id}/contacts`;

/** The way to a list's items, and to the upload of a spreadsheet into it. */
const useListActs = () => {
  const words = useWords('contact-lists');
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const actsOf = (list: ContactListView): RowAct[] => [
    {
      id: 'items',
      icon: Users,
      label: words('items'),
      title: words('itemsOf', { name: list.name }),
      run: () => navigate(addressOf(list)),
    },
    {
      id: 'upload',
      icon: Upload,
      label: words('upload'),
      title: words('uploadTo', { name: list.name }),
      run: () => {
        dispatch(importOpenedFor(list.id));
        navigate(addressOf(list));
      },
    },
  ];
  return { actsOf, shown: null };
};

const ListLink = ({ list }: { list: ContactListView }) => (
  <Link className={`truncate ${styles.link}`} to={addressOf(list)}>
    {list.name}
  </Link>
);

const lists = recordScreen({
  record: contactLists,
  icon: ListChecks,
  columns: [
    { field: 'name', cell: (list) => <ListLink list={list} /> },
    { field: 'contactsCount', isNumber: true },
  ],
  fields: [{ field: 'name' }],
  confirms: true,
  useActs: useListActs,
});

export const screen: Screen = { ...lists, slices: [...(lists.slices ?? []), importsSlice] };
