import type { ChannelName, ConnectionView } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import type { FormDefinition, FormField, Item, RecordProps } from '../records/record.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import type { Values } from '../records/record-list.ts';
import { useWords, type Words } from '../records/use-words.ts';
import { changeConnection, createConnection } from './connections.commands.ts';
import { QueuesField } from './queues-field.tsx';

type Name = Exclude<keyof ConnectionView & string, 'id'>;
const field = (name: Name, more: Omit<FormField<Item>, 'field'> = {}) => ({ field: name as 'id', ...more });

const fields: FormField<Item>[] = [
  field('name'),
  field('isDefault', { as: 'switch' }),
  field('queueIds', { as: QueuesField }),
  field('greetingMessage', { as: 'area' }),
  field('complationMessage', { as: 'area' }),
  field('outOfHoursMessage', { as: 'area' }),
  field('ratingMessage', { as: 'area', hinted: true }),
  field('token', { hinted: true }),
  field('webhookUrl'),
  field('finishBotUrl'),
];
const form: FormDefinition = {
  record: { name: definition.name, unique: [], fields: definition.routes.create.body },
  fields,
};
/** The provider is chosen once. */
const newForm: FormDefinition = { ...form, fields: [...fields, field('provider')] };

/** The commands of a form: a new connection has the channel that was chosen before. */
const commandsOf = (channel: ChannelName): Pick<RecordProps['records'], 'create' | 'change'> =>
  ({
    change: changeConnection,
    create: {
      ...createConnection,
      start: ({ ref, values }: { ref: string; values: Values }) =>
        createConnection.start({ ref, values: { ...values, channel } }),
    },
  }) as unknown as Pick<RecordProps['records'], 'create' | 'change'>;

type Props = { channel: ChannelName; connection?: ConnectionView; onClose: () => void };

/** Creates or changes a connection. The default one cannot give that up: another one takes it. */
export const ConnectionDialog = ({ channel, connection, onClose }: Props) => {
  const own = useWords('connections');
  const words: Words = (key, values) =>
    key === 'add' ? own('addTo', { channel: own(`channels.${channel}`) }) : own(key, values);
  const shown = connection?.isDefault ? { ...form, fields: fields.filter((one) => one.field !== ('isDefault' as string)) } : form;
  return (
    <RecordDialog
      definition={connection ? shown : newForm}
      records={commandsOf(channel)}
      words={words}
      onClose={onClose}
      {...(connection && { item: connection as unknown as Item })}
    />
  );
};
