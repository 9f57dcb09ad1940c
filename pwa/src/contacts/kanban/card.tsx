import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { CardView } from '@prosa/contracts';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import MessageSquare from 'lucide-react/icons/message-square';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useWaited } from '../../desk/tickets/acts/use-waited.ts';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { useOfNow } from '../../kernel/use-now.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import { numberLine } from '../contacts/titles.ts';
import { useBoardActs } from './board.context.ts';
import { cardLeft } from './board.slice.ts';
import styles from './kanban.module.css';
import { cardName } from './names.ts';

type Props = { card: CardView; isHeld: boolean /** The Tab key stops at it. */; isCurrent: boolean };

/** A card: a click opens its form, the pointer drags it, keys walk and lift it. */
export const Card = memo(({ card, isHeld, isCurrent }: Props) => {
  const words = useWords('kanban');
  const { onFocus, onKey, edit } = useBoardActs();
  const ref = useRef<HTMLElement>(null);
  const newest = useRef(card);
  newest.current = card;
  const mayWork = useSelector(selectMay('kanban:use'));
  useEffect(
    () => (mayWork ? draggable({ element: ref.current!, getInitialData: () => ({ card: newest.current }) }) : undefined),
    [mayWork],
  );
  const name = cardName(card);
  const handleClick = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('a, button')) edit(card);
  };
  const { description, budgetedValue, negotiatedValue, user } = card;
  const hasValues = budgetedValue !== null || negotiatedValue !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its name is a button that does the same
    <article ref={ref} className={`${styles.card} ${isHeld ? styles.held : ''}`} data-card={card.id} onClick={handleClick}>
      <div className={styles.top}>
        <Avatar name={card.contact.name} picture={card.contact.profilePicUrl} size={32} />
        <span className={styles.lines}>
          <button
            type="button"
            className={`${styles.name} truncate`}
            tabIndex={isCurrent ? 0 : -1}
            aria-describedby={mayWork ? 'kanban-keys' : undefined}
            data-lifted={isHeld || undefined}
            onClick={() => edit(card)}
            onFocus={() => onFocus(card.id)}
            onKeyDown={(event) => onKey(event, card)}
          >
            {name}
          </button>
          <span className={styles.phone}>{numberLine(card.contact)}</span>
        </span>
        {mayWork && <CardMenu card={card} isCurrent={isCurrent} />}
      </div>
      {description && <p className={styles.about}>{description}</p>}
      {hasValues && (
        <dl>
          <dt>{words('budgeted')}</dt>
          <dd>{budgetedValue === null ? '–' : formatMoney(budgetedValue)}</dd>
          <dt>{words('negotiated')}</dt>
          <dd className={styles.main}>{negotiatedValue === null ? '–' : formatMoney(negotiatedValue)}</dd>
        </dl>
      )}
      <div className={styles.foot}>
        <p className={styles.by}>
          {user ? <Avatar name={user.name} size={20} /> : <Icon of={UserRound} size="tiny" />}
          <span className="truncate">{user ? (user.name ?? words('formerUser')) : words('nobody')}</span>
        </p>
        <TicketLink card={card} isCurrent={isCurrent} />
      </div>
    </article>
  );
});

const CardMenu = ({ card, isCurrent }: { card: CardView; isCurrent: boolean }) => {
  const words = useWords('kanban');
  const { edit, move, remove } = useBoardActs();
  const label = words('optionsOf', { name: cardName(card) });
  return (
    <MenuButton
      label={label}
      entries={[
        { id: 'edit', icon: Pencil, label: words('edit'), run: () => edit(card) },
        { id: 'move', icon: ArrowRightLeft, label: words('moveTo'), run: () => move(card) },
        'separator',
        { id: 'remove', icon: Trash2, label: words('remove'), danger: true, run: () => remove(card) },
      ]}
    >
      {(trigger) => (
        <IconButton {...trigger} small icon={Ellipsis} label={label} className={styles.menu} tabIndex={isCurrent ? 0 : -1} />
      )}
    </MenuButton>
  );
};

/** The way to the contact's conversation, with how long the customer has been waiting. */
const TicketLink = ({ card: { id, ticket, contact }, isCurrent }: { card: CardView; isCurrent: boolean }) => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const waited = useWaited();
  const state = useOfNow((now) => {
    if (!ticket) return '';
    if (ticket.waitingSince === null) return words(`status.${ticket.status}`);
    return words('waiting', { time: waited.lasting(now - Date.parse(ticket.waitingSince)) });
  });
  if (!ticket) return null;
  return (
    <Link
      to={`/tickets/${ticket.id}`}
      className={`${styles.ticket} ${ticket.waitingSince === null ? '' : styles.waits}`}
      aria-label={words('conversation', { name: cardName({ contact }), state })}
      tabIndex={isCurrent ? 0 : -1}
      draggable={false}
      onClick={() => dispatch(cardLeft(id))}
    >
      <Icon of={MessageSquare} size="tiny" />
      {state}
    </Link>
  );
};
