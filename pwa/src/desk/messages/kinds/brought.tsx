import { type MessageView, summaryOf } from '@prosa/contracts';
import ListChecks from 'lucide-react/icons/list-checks';
import type { ReactNode } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { ContactCards } from './contact-cards.tsx';
import styles from './kinds.module.css';
import { PlaceCard } from './place-card.tsx';
import { kindIcons, lineOf } from './summary.ts';

/** Renders a message's content that is not text; null for a text. `stamp` is placed at its end. */
export const broughtBy = (message: MessageView, stamp: ReactNode): ReactNode => {
  if (message.place) return <PlaceCard place={message.place} stamp={stamp} />;
  if (message.contacts) return <ContactCards contacts={message.contacts} stamp={stamp} />;
  return message.call || message.line ? <KindLine message={message} stamp={stamp} /> : null;
};

/** A call, or a message that only the phone shows: its kind says what it is. */
const KindLine = ({ message, stamp }: { message: MessageView; stamp: ReactNode }) => {
  const { kind } = summaryOf({ ...message, body: '' });
  return (
    <>
      <span className={styles.call}>
        {kind && <Icon of={kindIcons[kind]} />}
        {lineOf({ kind, text: '' })}
      </span>{' '}
      {stamp}
    </>
  );
};

/** Shown above a title that the customer chose instead of typing. */
export const ChoiceLabel = () => {
  const { t } = useTexts('messages');
  return (
    <span className={styles.choice}>
      <Icon of={ListChecks} size="tiny" />
      {t('chosen')}
    </span>
  );
};
