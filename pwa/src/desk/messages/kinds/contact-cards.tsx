import { type ContactCard, countryOf } from '@prosa/contracts';
import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectSetting } from '../../../people/sessions/sessions.slice.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { IconButton, TextButton } from '../../../ui/marks/button.tsx';
import { CardActsContext } from './card-acts.ts';
import { cardNumbers, shownNumber } from './card-numbers.ts';
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

const Card = ({ card: { name, numbers: written }, stamp }: { card: ContactCard; stamp: ReactNode }) => {
  const country = countryOf(useSelector(selectSetting('country')));
  const numbers = useMemo(() => cardNumbers(written, country), [written, country]);
  const isOne = numbers.length < 2;
  return (
    <>
      <span className={styles.person}>
        <Avatar name={name} size={36} />
        <b dir="auto">{name}</b>
      </span>
      {numbers.length > 0 && (
        <ul className={styles.numbers}>
          {numbers.map((number) => (
            <NumberLine key={number} name={name} number={number}>
              {!isOne && <Acts name={name} number={number} isNamed />}
            </NumberLine>
          ))}
        </ul>
      )}
      {isOne && <Acts name={name} number={numbers[0] ?? ''} />} {stamp}
    </>
  );
};

/** The actions for a number of a card; `isNamed`: the card has others too. */
const Acts = ({ name, number, isNamed = false }: { name: string; number: string; isNamed?: boolean }) => {
  const { t } = useTexts('messages');
  const acts = useContext(CardActsContext);
  if (!acts) return null;
  const whose = { name: isNamed ? `${name}, ${shownNumber(number)}` : name };
  return (
    <span className={styles.acts}>
      {number !== '' && (
        <TextButton
          aria-label={t('converseWith', whose)}
          title={t('converseWith', whose)}
          onClick={() => acts.converse({ name, number })}
        >
          {t('converse')}
        </TextButton>
      )}
      <TextButton
        aria-label={t('saveContactOf', whose)}
        title={t('saveContactOf', whose)}
        onClick={() => acts.save({ name, number })}
      >
        {t('saveContact')}
      </TextButton>
    </span>
  );
};

const NumberLine = ({ name, number, children }: { name: string; number: string; children: ReactNode }) => {
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
      <span>
        {shownNumber(number)}
        {children}
      </span>
      <IconButton
        icon={Copy}
        small
        kind="quiet"
        label={t('copyNumberOf', { name, number: shownNumber(number) })}
        onClick={copy}
      />
    </li>
  );
};
