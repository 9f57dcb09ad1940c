import {
  type CampaignFields,
  type ContactListItemView,
  campaignRoutes,
  confirmationSlots,
  contactListItemRoutes,
  fillIn,
  isBlank,
  type MessageTemplate,
  messageSlots,
  recipientVariables,
} from '@prosa/contracts';
import { filledTemplate } from '@prosa/contracts/channels';
import Paperclip from 'lucide-react/icons/paperclip';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { readableNumber } from '../../../contacts/contacts/number.ts';
import { call } from '../../../kernel/calls/client.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useAnswer } from '../../../kernel/calls/use-answer.ts';
import { useFinder } from '../../../kernel/calls/use-finder.ts';
import { useWords } from '../../../records/use-words.ts';
import { ComboBox } from '../../../ui/fields/combo-box.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './form.module.css';
import { type Slot, slots, useVariables } from './message-fields.tsx';

type Media = { mediaPath: string | null; mediaName: string | null };
type Props = {
  /** The fields as they are typed, or saved. */
  fields: CampaignFields;
  slot: Slot;
  isByTemplate: boolean;
  /** The template as the channel has it; null: not known. */
  template: MessageTemplate | null;
  media: Media;
  /** Below the messages. */
  children?: ReactNode;
};

/** A campaign's messages as a contact of its list gets them. */
export const CampaignPreview = (props: Props) => <PreviewOf key={props.fields.contactListId} {...props} />;

const PreviewOf = ({ fields, slot, isByTemplate, template, media, children }: Props) => {
  const words = useWords('campaigns');
  const id = useId();
  const { contactListId, confirmation } = fields;
  const [itemId, setItemId] = useState<string | null>(null);
  const { reply, again } = useAnswer(async () => {
    if (contactListId === null) return null;
    return (await call(campaignRoutes.preview, { query: { contactListId, ...(itemId !== null && { itemId }) } })).data;
  });
  useEffect(() => {
    if (itemId !== null) again();
  }, [itemId, again]);
  const own = useVariables();
  const recipient = reply?.recipient ?? null;
  // Without a contact, the variables of the recipient stand there themselves.
  const values = {
    ...Object.fromEntries(own.map(({ key, value }) => [key, value])),
    ...(recipient ? reply?.values : Object.fromEntries(recipientVariables.map((name) => [name, `{${name}}`]))),
  };
  const filled = (text: string) => fillIn(text, values);
  const begins = isByTemplate ? filledBy(fields, template, filled) : filled(fields[confirmationSlots[slot - 1]!]);
  const hasMessage = !isByTemplate || confirmation;
  const written = slots.filter((nth) => !isBlank(fields[messageSlots[nth - 1]!])).length;
  return (
    <aside className={styles.preview} aria-labelledby={id}>
      <h3 className={styles.label} id={id}>
        {recipient ? words('preview.of', { name: recipient.name }) : words('preview.title')}
      </h3>
      {contactListId !== null && recipient && <Choice contactListId={contactListId} onChoose={setItemId} />}
      {(isByTemplate || confirmation) && <Bubble text={begins} none={words('preview.nothing')} />}
      {confirmation && <p className={styles.answer}>{words('preview.yes')}</p>}
      {hasMessage && <Bubble text={filled(fields[messageSlots[slot - 1]!])} media={media} none={words('preview.nothing')} />}
      {hasMessage && written > 1 && <p className="hint">{words('preview.random', { count: written })}</p>}
      {children}
    </aside>
  );
};

/** Chooses another contact of the list to see the messages as. */
const Choice = ({ contactListId, onChoose }: { contactListId: string; onChoose: (itemId: string) => void }) => {
  const words = useWords('campaigns');
  const found = useFinder(
    contactListItemRoutes.list,
    ({ contacts }) => contacts.filter(({ name, number }) => name !== null && number !== null),
    ({ name }) => name ?? '',
    '',
    { contactListId },
  );
  return (
    <Field
      label={words('preview.choose')}
      error={found.failure ? errorText(found.failure) : undefined}
      hint={found.items || found.chosen ? undefined : words('preview.chooseHint')}
    >
      {(control) => (
        <ComboBox<ContactListItemView>
          control={control}
          label={words('preview.choose')}
          query={found.query}
          onQuery={found.write}
          items={found.items}
          busy={found.isBusy}
          itemKey={({ id }) => id}
          onChoose={(item) => {
            found.choose(item);
            onChoose(item.id);
          }}
          render={({ name, number }) => (
            <span className={styles.lines}>
              <span className="truncate">{name}</span>
              <small className="truncate">{readableNumber(number ?? '')}</small>
            </span>
          )}
        />
      )}
    </Field>
  );
};

/** The template's text with its values; of one that is not known its values alone. */
const filledBy = ({ template }: CampaignFields, details: MessageTemplate | null, filled: (text: string) => string): string => {
  if (!template) return '';
  const values = template.values.map(filled);
  return details ? filledTemplate(details, values) : values.join('\n');
};

const PICTURES = /\.(?:png|jpe?g|gif|webp)$/i;

const Bubble = ({ text, media, none }: { text: string; media?: Media; none: string }) => {
  const { mediaPath = null, mediaName = null } = media ?? {};
  if (isBlank(text) && mediaName === null) return <p className={styles.nothing}>{none}</p>;
  return (
    <div className={styles.bubble}>
      {mediaPath !== null && PICTURES.test(mediaName ?? '') ? (
        <img src={mediaPath} alt={mediaName ?? ''} />
      ) : (
        mediaName !== null && (
          <span className="with-dot">
            <Icon of={Paperclip} />
            <span className="truncate">{mediaName}</span>
          </span>
        )
      )}
      {!isBlank(text) && <p dir="auto">{text}</p>}
    </div>
  );
};
