import { type ConnectionView, inOrder } from '@prosa/contracts';
import { abilitiesOf } from '@prosa/contracts/channels';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { contactLists } from '../../../contacts/contact-lists/state/contact-lists.slice.ts';
import { queues } from '../../../flows/queues/queues.slice.ts';
import { formatCount } from '../../../kernel/i18n/format.ts';
import type { FieldProps } from '../../../records/record.ts';
import { useWords } from '../../../records/use-words.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { connections } from '../../connections/connections.slice.ts';

type Choices = { items: { id: string; name: string; color?: string; detail?: string }[]; placeholder: string };

const Choice = ({ label, error, value, onChange, items, placeholder }: FieldProps & Choices) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select
        control={control}
        label={label}
        items={items}
        placeholder={placeholder}
        chosen={value as string | null}
        onChoose={onChange}
      />
    )}
  </Field>
);

/** The way in which a connection lets a company begin; a connection that is not known is one that begins freely. */
export const beginsOf = (connection: ConnectionView | undefined) =>
  connection === undefined ? 'freely' : abilitiesOf(connection.channel, connection.provider).begins;

/** The connections by which a company may write first. */
export const ConnectionField = (field: FieldProps) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const all = useSelector(connections.selectAll);
  useEffect(() => void dispatch(connections.wanted()), [dispatch]);
  const items = all.filter((one) => one.channel !== 'sample' && beginsOf(one) !== 'never').toSorted(inOrder('name'));
  return <Choice {...field} items={items.map(({ id, name }) => ({ id, name }))} placeholder={words('choose')} />;
};

/** The lists, with how many contacts are in each. */
export const ListField = (field: FieldProps) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const all = useSelector(contactLists.selectAll);
  useEffect(() => void dispatch(contactLists.wanted()), [dispatch]);
  const items = all.map(({ id, name, contactsCount }) => ({
    id,
    name: words('listOf', { name, count: contactsCount, shown: formatCount(contactsCount) }),
  }));
  return <Choice {...field} items={items} placeholder={words('choose')} />;
};

/** The queue of the tickets that answers open. */
export const QueueField = ({ value, onChange, ...field }: FieldProps) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const all = useSelector(queues.selectAll);
  useEffect(() => void dispatch(queues.wanted()), [dispatch]);
  const none = { id: '', name: words('firstQueue') };
  const isKnown = all.some(({ id }) => id === value);
  return (
    <Choice
      {...field}
      value={isKnown ? value : ''}
      onChange={(id) => onChange(id === '' ? null : id)}
      items={[none, ...all.map(({ id, name, color }) => ({ id, name, color }))]}
      placeholder={words('firstQueue')}
    />
  );
};
