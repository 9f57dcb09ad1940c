import { type CampaignView, campaigns, confirmationSlots, isCampaignEditable, messageSlots } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import type { FormDefinition, FormField, FormProps, Item } from '../../../records/record.ts';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { pending } from '../../../records/record-file.ts';
import type { Values } from '../../../records/record-list.ts';
import { useWords } from '../../../records/use-words.ts';
import { connections } from '../../connections/connections.slice.ts';
import { missingFields } from '../state/missing-fields.ts';
import { createWithFile } from '../state/new-campaigns.ts';
import { CampaignFacts } from './campaign-facts.tsx';
import styles from './form.module.css';
import { FormBody } from './form-body.tsx';
import { MessageField, type Slot } from './message-fields.tsx';
import { beginsOf, ConnectionField, ListField, QueueField } from './select-fields.tsx';
import { TemplateField } from './template-field.tsx';
import { WhenField } from './when-field.tsx';

const field = (name: string, as?: FormField<Item>['as']) => ({ field: name as 'id', ...(as && { as }) });
const always = [
  field('name'),
  field('queueId', QueueField),
  field('whatsappId', ConnectionField),
  field('withinHours', 'switch'),
  field('confirmation', 'switch'),
  field('template', TemplateField),
  ...[...messageSlots, ...confirmationSlots].map((name) => field(name, MessageField)),
];
/** A campaign that was cancelled goes on to the same contacts, when it is restarted. */
const untilStarted = [field('contactListId', ListField), field('scheduledAt', WhenField)];

const formOf = (item: CampaignView | undefined): FormDefinition => ({
  record: { name: campaigns.name, unique: [], fields: campaigns.fields },
  confirms: true,
  fields: item?.status === 'CANCELADA' ? always : [...always, ...untilStarted],
});

type Props = FormProps & { item?: CampaignView };

/** Creates or changes a campaign, or shows one that can no longer be changed. */
export const CampaignDialog = (props: Props) => {
  const { item, onClose } = props;
  // The form stays while somebody types, even if it comes too late.
  const [isShownOnly] = useState(() => item !== undefined && !isCampaignEditable(item, Date.now()));
  return isShownOnly && item ? <CampaignFacts campaign={item} onClose={onClose} /> : <CampaignForm {...props} />;
};

const CampaignForm = ({ item, records, words, onClose }: Props) => {
  const all = useSelector(connections.selectAll);
  const [definition] = useState(() => formOf(item));
  const [slot, setSlot] = useState<Slot>(1);
  const check = (values: Values) => {
    const fields = { ...item, ...values } as CampaignView;
    if (item?.status === 'CANCELADA' || fields.scheduledAt === null) return {};
    const isByTemplate = beginsOf(all.find(({ id }) => id === fields.whatsappId)) === 'by-template';
    const hasFile = (item?.mediaName ?? pending.file?.name ?? null) !== null;
    return Object.fromEntries(missingFields(fields, { isByTemplate, hasFile }).map((name) => [name, `lacks ${name}`]));
  };
  /** Shows a message that is wrong. */
  const handleFaults = (names: string[]) => {
    const wrong = names.flatMap(slotOf);
    if (wrong.length > 0 && !wrong.includes(slot)) setSlot(wrong[0]!);
  };
  const create = {
    ...records.create,
    start: (payload: { ref: string; values: Values }) => records.create.start(createWithFile(payload)),
  } as typeof records.create;
  return (
    <RecordDialog
      definition={definition}
      records={{ ...records, create }}
      words={words}
      size="wide"
      arranged={styles.arranged}
      arrange={(fieldOf, control) => <FormBody field={fieldOf} control={control} item={item} slot={slot} onSlot={setSlot} />}
      check={check}
      onFaults={handleFaults}
      submitWords={(control) => <SubmitWords control={control} />}
      onClose={onClose}
      {...(item && { item: item as unknown as Item })}
    />
  );
};

/** The message to which a field belongs, if it is one of a message. */
const slotOf = (name: string): Slot[] => {
  const [, nth] = /^(?:message|confirmationMessage)([1-5])$/.exec(name) ?? [];
  return nth === undefined ? [] : [Number(nth) as Slot];
};

/** Saving with a time that has come begins to send. */
const SubmitWords = ({ control }: { control: Control<Values> }) => {
  const words = useWords('campaigns');
  const scheduledAt = useWatch({ control, name: 'scheduledAt' }) as string | null | undefined;
  return words(typeof scheduledAt === 'string' && Date.parse(scheduledAt) <= Date.now() ? 'sendNow' : 'save');
};
