import type { CampaignFields, CampaignView, MessageTemplate } from '@prosa/contracts';
import Paperclip from 'lucide-react/icons/paperclip';
import Send from 'lucide-react/icons/send';
import { type ReactNode, useEffect, useState } from 'react';
import { type Control, useController, useFormState, useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { contactLists } from '../../../contacts/contact-lists/state/contact-lists.slice.ts';
import { formatCount } from '../../../kernel/i18n/format.ts';
import { FileField, FileName } from '../../../records/file-field.tsx';
import type { Values } from '../../../records/record-list.ts';
import { useWords } from '../../../records/use-words.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { connections } from '../../connections/connections.slice.ts';
import { fileCalls } from '../state/new-campaigns.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import styles from './form.module.css';
import { MessageFields, type Slot } from './message-fields.tsx';
import { beginsOf } from './select-fields.tsx';
import { FindTemplate, priceOf, TemplateContext } from './template-field.tsx';
import { TestDialog } from './test-dialog.tsx';

type Props = {
  field: (name: string) => ReactNode;
  control: Control<Values>;
  item: CampaignView | undefined;
  /** The message that is shown. */
  slot: Slot;
  onSlot: (slot: Slot) => void;
};

/** The campaign's form: when and to whom, the messages, the file; beside it what a contact gets. */
export const FormBody = ({ field, control, item, slot, onSlot }: Props) => {
  const typed = useWatch({ control }) as Partial<CampaignFields>;
  const fields = { ...item, ...typed } as CampaignFields;
  const all = useSelector(connections.selectAll);
  const [known, setKnown] = useState<MessageTemplate | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const { template, whatsappId, confirmation } = fields;
  const isByTemplate = beginsOf(all.find(({ id }) => id === whatsappId)) === 'by-template';
  const details = template && known?.name === template.name && known.language === template.language ? known : null;
  const isCancelled = item?.status === 'CANCELADA';
  /** Messages that have left go on naming the file. */
  const isFileFixed = isCancelled && item.validContacts > 0;
  return (
    <div className={styles.halves}>
      <div className={`form ${styles.form}`}>
        <div className={styles.pair}>
          {field('name')}
          {field('queueId')}
        </div>
        <div className={styles.pair}>
          {isCancelled ? <Fixed name="contactListId">{item.contactList?.name}</Fixed> : field('contactListId')}
          {field('whatsappId')}
        </div>
        {!isCancelled && field('scheduledAt')}
        <div className={styles.switches}>
          {field('withinHours')}
          {field('confirmation')}
        </div>
        {isByTemplate && whatsappId !== null ? (
          <TemplateContext value={{ connectionId: whatsappId, details, onDetails: setKnown }}>
            {template && !details && (
              <FindTemplate
                key={`${whatsappId} ${template.name}`}
                connectionId={whatsappId}
                template={template}
                onFound={setKnown}
              />
            )}
            {field('template')}
          </TemplateContext>
        ) : (
          <WithoutTemplate control={control} isKnown={all.length > 0} />
        )}
        {(!isByTemplate || confirmation) && (
          <>
            <MessageFields {...{ field, control, slot, onSlot, isByTemplate }} />
            {isFileFixed ? (
              <FileName name={item.mediaName} none="" icon={Paperclip} />
            ) : (
              <FileField texts="campaigns" calls={fileCalls} item={item} icon={Paperclip} onChosen={setChosen} isAmong />
            )}
          </>
        )}
        <StartNote fields={fields} template={isByTemplate ? details : null} />
      </div>
      <CampaignPreview
        fields={fields}
        slot={slot}
        isByTemplate={isByTemplate}
        template={details}
        media={item ?? { mediaPath: null, mediaName: chosen?.name ?? null }}
      >
        <Test control={control} item={item} slot={slot} asks={confirmation} />
      </CampaignPreview>
    </div>
  );
};

/** A field that can no longer be changed. */
const Fixed = ({ name, children }: { name: string; children: ReactNode }) => {
  const words = useWords('campaigns');
  return (
    <dl className={styles.fixed}>
      <dt>{words(`fields.${name}`)}</dt>
      <dd>{children ?? words('noList')}</dd>
    </dl>
  );
};

/** Gives up the template when a connection is chosen that takes none. */
const WithoutTemplate = ({ control, isKnown }: { control: Control<Values>; isKnown: boolean }) => {
  const { field } = useController({ name: 'template', control });
  const { value, onChange } = field;
  useEffect(() => {
    if (isKnown && value !== null) onChange(null);
  }, [isKnown, value, onChange]);
  return null;
};

/** To whom the campaign goes once it is saved with a time, and what its template costs. */
const StartNote = ({ fields, template }: { fields: CampaignFields; template: MessageTemplate | null }) => {
  const words = useWords('campaigns');
  const lists = useSelector(contactLists.selectAll);
  const all = useSelector(connections.selectAll);
  const list = lists.find(({ id }) => id === fields.contactListId);
  const connection = all.find(({ id }) => id === fields.whatsappId);
  if (fields.scheduledAt === null || !list || !connection) return null;
  const goes = words('goesTo', {
    count: list.contactsCount,
    shown: formatCount(list.contactsCount),
    list: list.name,
    connection: connection.name,
  });
  return (
    <p className={styles.note} role="status">
      {goes} {template && `${priceOf(words, template.category)}.`}
    </p>
  );
};

type TestProps = { control: Control<Values>; item: CampaignView | undefined; slot: Slot; asks: boolean };

/** Sends a message to oneself; only what is saved can be sent. */
const Test = ({ control, item, slot, asks }: TestProps) => {
  const words = useWords('campaigns');
  const { isDirty } = useFormState({ control });
  const [isOpen, setOpen] = useState(false);
  const mayTest = item !== undefined && item.whatsappId !== null && !isDirty;
  return (
    <div className={styles.test}>
      <Button icon={Send} small disabled={!mayTest} onClick={() => setOpen(true)}>
        {words('test.open')}
      </Button>
      {!mayTest && <p className="hint">{words('test.saveFirst')}</p>}
      {isOpen && item && <TestDialog id={item.id} slot={slot} asks={asks} onClose={() => setOpen(false)} />}
    </div>
  );
};
