import type { TicketPerson, TicketView } from '@prosa/contracts';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMay, selectMe } from '../../../people/sessions/sessions.slice.ts';
import { useColleague } from '../../../people/users/colleagues.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button } from '../../../ui/marks/button.tsx';
import { takeTicket } from '../state/take-ticket.ts';
import { selectTicketPeople } from '../state/ticket-people.ts';
import styles from './presence-bar.module.css';

/** So many colleagues are named; the others are counted. */
const NAMED = 2;

/** Above the composer: which colleague serves the ticket, and who else has it open or is writing in it. Nothing if one is alone with it. */
export const PresenceBar = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const me = useSelector(selectMe);
  const all = useSelector(selectTicketPeople(ticket.id));
  const server = ticket.status === 'open' && ticket.user && ticket.user.id !== me?.id ? ticket.user : null;
  const colleagues = all.filter(({ userId }) => userId !== me?.id);
  if (!server && colleagues.length === 0) return null;
  // Who writes is named first.
  const others = colleagues
    .filter(({ userId }) => userId !== server?.id)
    .toSorted((a, b) => Number(b.writing) - Number(a.writing));
  const more = others.length - NAMED;
  return (
    <div className={styles.bar}>
      <p className={styles.people} role="status">
        {server && <Serving user={server} there={colleagues.find(({ userId }) => userId === server.id)} />}
        {others.slice(0, NAMED).map((one) => (
          <Here key={one.userId} person={one} />
        ))}
        {more > 0 && <span className={styles.more}>{t('alsoHereMore', { count: more })}</span>}
      </p>
      {server && me && <Take ticketId={ticket.id} userId={me.id} />}
    </div>
  );
};

const Person = ({ userId, name, children }: { userId: string; name?: string | null; children: string }) => {
  const { t } = useTexts('tickets');
  const colleague = useColleague(userId, name);
  return (
    <span className={styles.person}>
      <Avatar name={colleague.name} picture={colleague.picture} size={20} />
      <span className="truncate">
        <b>{colleague.brief || t('attendantGone')}</b> {children}
      </span>
    </span>
  );
};

type ServingProps = { user: NonNullable<TicketView['user']>; there: TicketPerson | undefined };

const Serving = ({ user: { id, name }, there }: ServingProps) => {
  const { t } = useTexts('tickets');
  return (
    <Person userId={id} name={name}>
      {t(there === undefined ? 'serves' : there.writing ? 'servesWrites' : 'servesHere')}
    </Person>
  );
};

const Here = ({ person: { userId, writing } }: { person: TicketPerson }) => {
  const { t } = useTexts('tickets');
  return <Person userId={userId}>{t(writing ? 'writes' : 'alsoHere')}</Person>;
};

const Take = ({ ticketId, userId }: { ticketId: string; userId: string }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const may = useSelector(selectMay('tickets:serve'));
  const isBusy = useSelector(selectIsRunning(takeTicket.act({ ticketId, userId })));
  if (!may) return null;
  return (
    <Button
      small
      kind="quiet"
      className={styles.take!}
      steady={`take ${ticketId}`}
      busy={isBusy}
      onClick={() => dispatch(takeTicket.start({ ticketId, userId }))}
    >
      {t('take')}
    </Button>
  );
};
