import type { ChannelName, ConnectionView } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { queues } from '../../flows/queues/queues.slice.ts';
import { FoldedFields } from '../../records/folded-fields.tsx';
import type { FormDefinition, FormField, Item, RecordProps } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import type { Values } from '../../records/record-list.ts';
import { useWords, type Words } from '../../records/use-words.ts';
import { changeConnection, createConnection } from './connections.commands.ts';
import styles from './connections.module.css';
import { MinutesField } from './minutes-field.tsx';
import { type Provider, ProviderChoice } from './provider-choice.tsx';
import { QueuesField } from './queues-field.tsx';

type Name = Exclude<keyof ConnectionView & string, 'id'>;
const field = (name: Name, more: Omit<FormField<Item>, 'field'> = {}) => ({ field: name as 'id', ...more });

const folds: Readonly<Record<string, FormField<Item>[]>> = {
  messages: [
    field('greetingMessage', { as: 'area' }),
    field('complationMessage', { as: 'area' }),
    field('outOfHoursMessage', { as: 'area' }),
    field('ratingMessage', { as: 'area', hinted: true }),
    field('closeAfterMinutes', { as: MinutesField }),
  ],
  advanced: [field('token', { hinted: true }), field('webhookUrl'), field('finishBotUrl')],
};
const folded = Object.entries(folds).map(([name, all]) => [name, all.map((one) => one.field as string)] as const);
const fields: FormField<Item>[] = [
  field('name'),
  field('isDefault', { as: 'switch' }),
  field('queueIds', { as: QueuesField }),
  ...Object.values(folds).flat(),
];
const form: FormDefinition = {
  record: { name: definition.name, unique: [], fields: definition.routes.create.body },
  fields,
};
/** Fields of an account of WhatsApp Cloud API. Its number cannot change. */
const secrets: FormField<Item>[] = [field('accessToken', { hinted: true }), field('appSecret', { hinted: true })];
const account: FormField<Item>[] = [field('phoneNumberId', { hinted: true }), field('wabaId'), ...secrets];
const formOf = (provider: string, connection: ConnectionView | undefined): FormDefinition => {
  const own = provider !== 'cloud' ? [] : connection ? secrets : account;
  // The default one cannot give that up: another one takes it.
  const [name, isDefault, ...others] = fields as [FormField<Item>, FormField<Item>];
  return { ...form, fields: [name, ...own, ...(connection?.isDefault ? [] : [isDefault]), ...others] };
};

/** The commands of a form: a new connection has the channel and the provider that were chosen. */
const commandsOf = (channel: ChannelName, provider: string): Pick<RecordProps['records'], 'create' | 'change'> =>
  ({
    change: changeConnection,
    create: {
      ...createConnection,
      start: ({ ref, values }: { ref: string; values: Values }) =>
        createConnection.start({ ref, values: { ...values, channel, provider } }),
    },
  }) as unknown as Pick<RecordProps['records'], 'create' | 'change'>;

type Props = { channel: ChannelName; connection?: ConnectionView; onClose: () => void };

/** Creates or changes a connection. */
export const ConnectionDialog = ({ channel, connection, onClose }: Props) => {
  const own = useWords('connections');
  const [chosen, setChosen] = useState<Provider>('beta');
  const all = useSelector(queues.selectAll);
  const [only] = useState(() => (all.length === 1 ? all.map(({ id }) => id) : []));
  const provider = connection?.provider ?? chosen;
  const words: Words = (key, values) =>
    key === 'add' ? own('addTo', { channel: own(`channels.${channel}`) }) : own(key, values);
  const definition = formOf(provider, connection);
  const [name, ...others] = definition.fields
    .map((one) => one.field as string)
    .filter((one) => !folded.some(([, inside]) => inside.includes(one)));
  return (
    <RecordDialog
      definition={definition}
      records={commandsOf(channel, provider)}
      begins={{ queueIds: only }}
      above={
        connection &&
        provider === 'cloud' && (
          <p className={styles.account}>
            {own('accountOf', { phoneNumberId: connection.phoneNumberId, wabaId: connection.wabaId })}
          </p>
        )
      }
      arranged="form"
      arrange={(fieldOf, control) => (
        <>
          {fieldOf(name!)}
          {!connection && channel === 'whatsapp' && <ProviderChoice chosen={chosen} onChoose={setChosen} />}
          {others.map(fieldOf)}
          <div>
            {folded.map(([fold, inside]) => (
              <FoldedFields key={fold} name={fold} fields={inside} field={fieldOf} control={control} words={words} />
            ))}
          </div>
        </>
      )}
      submitWords={() => words(!connection && channel === 'whatsapp' && provider === 'beta' ? 'saveForCode' : 'save')}
      words={words}
      onClose={onClose}
      {...(connection && { item: connection as unknown as Item })}
    />
  );
};
