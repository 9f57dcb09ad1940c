import { type ContactFieldView, choicesOf, contactFields } from '@prosa/contracts/schemas';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ListPlus from 'lucide-react/icons/list-plus';
import { Link } from 'react-router-dom';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './contact-fields.module.css';
import { PlaceField, TypeField } from './field-fields.tsx';

/** The way back to the settings. */
const WayToSettings = () => {
  const words = useWords('contact-fields');
  return (
    <Link className={styles.back} to="/settings">
      <Icon of={ArrowLeft} size="tiny" />
      {words('settings')}
    </Link>
  );
};

const Type = ({ type }: Pick<ContactFieldView, 'type'>) => useWords('contact-fields')(`types.${type}`);

export const screen = recordScreen({
  record: contactFields,
  icon: ListPlus,
  before: WayToSettings,
  columns: [
    { field: 'name', isWide: true },
    { field: 'type', cell: ({ type }) => <Type type={type} /> },
    { field: 'choices', isMinor: true, cell: (field) => choicesOf(field).join(', ') || null },
    { field: 'place', isNumber: true },
  ],
  fields: [
    { field: 'name' },
    { field: 'type', as: TypeField },
    { field: 'choices', as: 'area', hinted: true },
    { field: 'place', as: PlaceField },
  ],
  confirms: true,
});
