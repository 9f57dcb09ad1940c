import type { UserView } from '@prosa/contracts';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useWords } from '../../records/use-words.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Presence } from '../../ui/marks/presence.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useFormat } from '../sessions/use-format.ts';
import { hasTwoStep } from './two-step-users.slice.ts';
import styles from './user-cells.module.css';

/** Picture, name and e-mail, and whether they sign in with two steps; on narrow screens the picture is before the lines, and the e-mail left out. */
export const NameCell = ({ user: { id, name, email, profilePicUrl } }: { user: UserView }) => {
  const words = useWords('users');
  const shield = useSelector((state) => hasTwoStep(state, id)) && (
    <span className={styles.shield}>
      <Icon of={ShieldCheck} size="tiny" label={words('twoStep')} />
    </span>
  );
  if (useIsListed())
    return (
      <>
        {name ?? '–'}
        {shield && <> {shield}</>}
      </>
    );
  return (
    <span className={styles.person}>
      <Avatar name={name} picture={profilePicUrl} size={28} />
      <span className={styles.lines}>
        <span className={styles.name}>
          <span className="truncate">{name ?? '–'}</span>
          {shield}
        </span>
        <small className="truncate">{email}</small>
      </span>
    </span>
  );
};

/** The profile; on narrow screens with the sector. */
export const ProfileCell = ({ user: { profile, sector } }: { user: UserView }) => {
  const words = useWords('users');
  const isListed = useIsListed();
  return [words(`profiles.${profile}`), ...(isListed && sector ? [sector.name] : [])].join(' · ');
};

export const SectorCell = ({ user: { sector } }: { user: UserView }) => {
  const words = useWords('users');
  return sector ? sector.name : <span className={styles.muted}>{words('noSector')}</span>;
};

/** Number of queues that a row has room for. */
const SHOWN = 2;

export const QueuesCell = ({ user: { queues } }: { user: UserView }) => {
  const words = useWords('users');
  const more = queues.slice(SHOWN);
  if (queues.length === 0) return <span className={styles.muted}>{words('noQueues')}</span>;
  return (
    <span className={styles.queues}>
      {queues.slice(0, SHOWN).map(({ id, name, color }) => (
        <Tag key={id} name={name} color={color} />
      ))}
      {more.length > 0 && (
        <span className={styles.more} title={more.map(({ name }) => name).join(', ')}>
          +{more.length}
        </span>
      )}
    </span>
  );
};

/** Whether somebody is there, and what they say if they take no tickets; of others when they were, where there is room. Who was invited has never been. */
export const OnlineCell = ({ user: { online, availability, lastSeenAt, invitedAt } }: { user: UserView }) => {
  const words = useWords('users');
  const { t: marks } = useTexts('ui');
  const isListed = useIsListed();
  const { rowTime } = useFormat();
  if (invitedAt !== null) return <span className={styles.pending}>{words('pending')}</span>;
  const since = lastSeenAt !== null && !isListed && words('lastSeen', { when: rowTime(lastSeenAt) });
  const isThere = online && (availability === 'available' ? words('online') : marks(`availability.${availability}`));
  return (
    <Presence online={online} availability={availability}>
      {isThere || since || words('offline')}
    </Presence>
  );
};
