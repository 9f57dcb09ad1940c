import type { ChannelName, ConnectionView } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import { useState } from 'react';
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

const fields: FormField<Item>[] = [
  field('name'),
  field('isDefault', { as: 'switch' }),
  field('queueIds', { as: QueuesField }),
  field('greetingMessage', { as: 'area' }),
  field('complationMessage', { as: 'area' }),
  field('outOfHoursMessage', { as: 'area' }),
  field('ratingMessage', { as: 'area', hinted: true }),
  field('closeAfterMinutes', { as: MinutesField }),
  field('token', { hinted: true }),
  field('webhookUrl'),
  field('finishBotUrl'),
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
  const provider = connection?.provider ?? chosen;
  const words: Words = (key, values) =>
    key === 'add' ? own('addTo', { channel: own(`channels.${channel}`) }) : own(key, values);
  return (
    <RecordDialog
      definition={formOf(provider, connection)}
      records={commandsOf(channel, provider)}
      above={
        connection
          ? provider === 'cloud' && (
              <p className={styles.account}>
                {own('accountOf', { phoneNumberId: connection.phoneNumberId, wabaId: connection.wabaId })}
              </p>
            )
          : channel === 'whatsapp' && <ProviderChoice chosen={chosen} onChoose={setChosen} />
      }
      words={words}
      onClose={onClose}
      {...(connection && { item: connection as unknown as Item })}
    />
  );
};
