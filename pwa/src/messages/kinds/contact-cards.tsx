import type { ContactCard } from '@prosa/contracts';
import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useContext, useState } from 'react';
import { useDispatch } from 'react-redux';
import { readableNumber } from '../../contacts/number.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { notified } from '../../kernel/toasts.slice.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton, TextButton } from '../../ui/button.tsx';
import { CardActsContext } from './card-acts.ts';
import styles from './kinds.module.css';

/** Number of cards shown until all are requested. */
const SHOWN = 3;

/** People of the customer's address book, one card each. */
export const ContactCards = ({ contacts, stamp }: { contacts: readonly ContactCard[]; stamp: ReactNode }) => {
  const { t } = useTexts('messages');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? contacts : contacts.slice(0, SHOWN);
  const hidden = contacts.length - shown.length;
  return (
    <>
      <ul className={styles.cards} aria-label={t('kind-contacts')}>
        {shown.map((card, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message keep their order
          <li key={at}>
            <Card card={card} stamp={hidden === 0 && at === shown.length - 1 && stamp} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <>
          <TextButton className={styles.more} onClick={() => setShowsAll(true)}>
            {t('moreContacts', { count: hidden })}
          </TextButton>{' '}
          {stamp}
        </>
      )}
    </>
  );
};

const Card = ({ card: { name, numbers }, stamp }: { card: ContactCard; stamp: ReactNode }) => {
  const { t } = useTexts('messages');
  const acts = useContext(CardActsContext);
  const [first] = numbers;
  return (
    <>
      <span className={styles.person}>
        <Avatar name={name} size={36} />
        <b dir="auto">{name}</b>
      </span>
      {numbers.length > 0 && (
        <ul className={styles.numbers}>
          {numbers.map((number) => (
            <NumberLine key={number} name={name} number={number} />
          ))}
        </ul>
      )}
      {acts && (
        <span className={styles.acts}>
          {first !== undefined && (
            <TextButton
              aria-label={t('converseWith', { name })}
              title={t('converseWith', { name })}
              onClick={() => acts.converse({ name, number: first })}
            >
              {t('converse')}
            </TextButton>
          )}
          <TextButton
            aria-label={t('saveContactOf', { name })}
            title={t('saveContactOf', { name })}
            onClick={() => acts.save({ name, number: first ?? '' })}
          >
            {t('saveContact')}
          </TextButton>
        </span>
      )}{' '}
      {stamp}
    </>
  );
};

const NumberLine = ({ name, number }: { name: string; number: string }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      dispatch(notified({ kind: 'ok', text: t('numberCopied') }));
    } catch {
      dispatch(notified({ kind: 'bad', text: t('notCopied') })); // the browser forbids it
    }
  };
  return (
    <li>
      <span>{readableNumber(number)}</span>
      <IconButton
        icon={Copy}
        small
        kind="quiet"
        label={t('copyNumberOf', { name, number: readableNumber(number) })}
        onClick={copy}
      />
    </li>
  );
};
