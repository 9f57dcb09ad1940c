import {
  type CampaignFields,
  campaignRoutes,
  confirmationSlots,
  fillIn,
  isBlank,
  type MessageTemplate,
  messageSlots,
  recipientVariables,
} from '@prosa/contracts';
import { filledTemplate } from '@prosa/contracts/channels';
import Paperclip from 'lucide-react/icons/paperclip';
import { type ReactNode, useId } from 'react';
import { call } from '../../../kernel/calls/client.ts';
import { useAnswer } from '../../../kernel/calls/use-answer.ts';
import { useWords } from '../../../records/use-words.ts';
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
  const { reply } = useAnswer(async () => {
    if (contactListId === null) return null;
    return (await call(campaignRoutes.preview, { query: { contactListId } })).data;
  });
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
      {(isByTemplate || confirmation) && <Bubble text={begins} none={words('preview.nothing')} />}
      {confirmation && <p className={styles.answer}>{words('preview.yes')}</p>}
      {hasMessage && <Bubble text={filled(fields[messageSlots[slot - 1]!])} media={media} none={words('preview.nothing')} />}
      {hasMessage && written > 1 && <p className="hint">{words('preview.random', { count: written })}</p>}
      {children}
    </aside>
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
