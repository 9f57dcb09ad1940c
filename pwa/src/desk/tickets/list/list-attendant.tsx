import User from 'lucide-react/icons/user';
import Users from 'lucide-react/icons/users';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { users } from '../../../people/users/users.slice.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { selectOpenCount, type WithTickets } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import { type Attendant, selectAttendantChoices } from '../state/tickets.whose.ts';
import styles from './list-filters.module.css';

/** A list that shows who serves its tickets. */
type ServedList = 'open' | 'closed';

/** Whose tickets a list shows: what is offered and chosen, and the choice. */
const useAttendant = (of: ServedList) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const offered = useSelector((state: WithTickets) => selectAttendantChoices(state, of));
  const id = useSelector(({ tickets }: WithTickets) => tickets.view.attendantId);
  return {
    offered,
    id,
    chosen: offered.find((one) => one.id === id) ?? null,
    nameOf: ({ id, name }: Attendant): string =>
      id === me?.id ? t('attendantYou', { name: name ?? '' }) : (name ?? t('attendantGone')),
    choose: (attendantId: string | null) => dispatch(viewChanged({ attendantId })),
  };
};

/** The menu of attendants, whose button becomes the picture of the chosen one. */
export const ListAttendant = ({ of }: { of: ServedList }) => {
  const { t } = useTexts('tickets');
  const { count } = useFormat();
  const dispatch = useDispatch();
  const { offered, id, chosen, nameOf, choose } = useAttendant(of);
  const open = useSelector(selectOpenCount);
  const known = useSelector(users.selectState).live.asOf !== null;
  useEffect(() => {
    if (id !== null && !known) dispatch(users.wanted());
  }, [id, known, dispatch]);
  const all = offered.reduce((sum, one) => sum + (one.count ?? 0), 0);
  const everybody: MenuEntry = {
    id: 'all',
    label: t('attendantAll'),
    icon: Users,
    ...(of === 'open' ? { end: count(id === null ? open : all) } : {}),
    checked: id === null,
    run: () => choose(null),
  };
  const entries: MenuEntry[] = [
    everybody,
    ...offered.map((one) => ({
      id: one.id,
      label: nameOf(one),
      picture: { name: one.name, of: one.profilePicUrl },
      ...(one.count === null ? {} : { end: count(one.count) }),
      checked: one.id === id,
      run: () => choose(one.id),
    })),
  ];
  const label = t('attendantNow', { name: id === null ? t('attendantAll') : chosen ? nameOf(chosen) : '…' });
  return (
    <MenuButton label={t('attendant')} isHeaded entries={entries} placement="bottom-start">
      {({ onClick, ...trigger }) => {
        const handleClick = () => {
          dispatch(users.wanted());
          onClick();
        };
        if (id === null) return <IconButton {...trigger} icon={User} small label={label} onClick={handleClick} />;
        return (
          <Button {...trigger} kind="quiet" small className="icon-only" aria-label={label} title={label} onClick={handleClick}>
            <Avatar name={chosen?.name ?? null} picture={chosen?.profilePicUrl ?? null} size={20} />
          </Button>
        );
      }}
    </MenuButton>
  );
};

/** The same as a choice in the sheet. */
export const AttendantChoice = ({ of }: { of: ServedList }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { offered, id, nameOf, choose } = useAttendant(of);
  useEffect(() => void dispatch(users.wanted()), [dispatch]);
  const choices = [{ id: null, name: t('attendantAll') }, ...offered.map((one) => ({ id: one.id, name: nameOf(one) }))];
  return (
    <fieldset className={`field ${styles.queues}`}>
      <legend className="label">{t('attendant')}</legend>
      <div className={styles.checkList}>
        {choices.map((one) => (
          <label key={one.id} className="check">
            <input type="radio" name="attendant" checked={one.id === id} onChange={() => choose(one.id)} />
            {one.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
