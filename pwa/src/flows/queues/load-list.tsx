import { distribution, type QueueView } from '@prosa/contracts';
import { type Control, useWatch } from 'react-hook-form';
import { api } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Values } from '../../records/record-list.ts';
import { useWords } from '../../records/use-words.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { TextButton } from '../../ui/marks/button.tsx';
import { hereOf, Presence } from '../../ui/marks/presence.tsx';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import styles from './load-list.module.css';

type Props = { queue: QueueView; control: Control<Values> };

/** The people of a queue as they are now: how much each has of the limit that is typed, and whether they take more. */
export const LoadList = ({ queue: { id, name }, control }: Props) => {
  const words = useWords('queues');
  const { t: marks } = useTexts('ui');
  const limit = useWatch({ control, name: 'maxPerUser' });
  const { reply, failure, again } = useAnswer(() => api.call(distribution.routes.attendants, { params: { id } }));
  const loadOf = (count: number) =>
    typeof limit === 'number' ? words('ofLimit', { count, limit }) : words('loadOf', { count, shown: String(count) });
  return (
    <section className="field" aria-label={words('nowIn', { name })}>
      <span className="label" aria-hidden>
        {words('nowIn', { name })}
      </span>
      {failure ? (
        <p className="error" role="alert">
          {errorText(failure)} <TextButton onClick={again}>{marks('retry')}</TextButton>
        </p>
      ) : !reply ? (
        <SkeletonRows rows={3} />
      ) : reply.data.length === 0 ? (
        <p className="hint">{words('nobody')}</p>
      ) : (
        <ul className={styles.people}>
          {reply.data.map(({ openTickets, ...one }) => (
            <li key={one.id}>
              <Avatar name={one.name} picture={one.profilePicUrl} size={28} />
              <span className="truncate">{one.name ?? '–'}</span>
              <span className={`${styles.load} ${typeof limit === 'number' && openTickets >= limit ? styles.full : ''}`}>
                {loadOf(openTickets)}
              </span>
              <Presence online={one.online} availability={one.availability}>
                {marks(`availability.${hereOf(one)}`)}
              </Presence>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
