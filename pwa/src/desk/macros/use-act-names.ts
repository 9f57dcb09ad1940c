import type { MacroAct } from '@prosa/contracts';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { queues } from '../../flows/queues/queues.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import { quickReplies } from '../quick-messages/quick-messages.slice.ts';
import { tags } from '../tags/tags.slice.ts';
import type { ActNames } from './macros.model.ts';

const lookups = { tags, queue: queues, user: users, reply: quickReplies } as const;

/** Finds a record of a lookup by its id: undefined until it is fetched, null if there is none. */
const finding =
  <Item extends { id: string }>(all: readonly Item[], isReady: boolean) =>
  (id: string): Item | null | undefined =>
    all.find((one) => one.id === id) ?? (isReady ? null : undefined);

/** Looks up what acts name; fetches what they need. `isSettled`: it has come, or could not be fetched. */
export const useActNames = (acts: readonly MacroAct[]): ActNames & { isSettled: boolean } => {
  const dispatch = useDispatch();
  const kinds = Object.keys(lookups)
    .filter((kind) => acts.some((act) => act.do === kind))
    .join(' ');
  useEffect(() => {
    for (const kind of kinds.split(' ')) if (kind in lookups) dispatch(lookups[kind as keyof typeof lookups].wanted());
  }, [dispatch, kinds]);
  const [allTags, ofTags] = [useSelector(tags.selectAll), useSelector(tags.selectState).status];
  const [allQueues, ofQueues] = [useSelector(queues.selectAll), useSelector(queues.selectState).status];
  const [allUsers, ofUsers] = [useSelector(users.selectAll), useSelector(users.selectState).status];
  const [replies, ofReplies] = [useSelector(quickReplies.selectAll), useSelector(quickReplies.selectState).status];
  const statuses = { tags: ofTags, queue: ofQueues, user: ofUsers, reply: ofReplies };
  const isSettled = kinds
    .split(' ')
    .every((kind) => !(kind in statuses) || ['ready', 'failed'].includes(statuses[kind as keyof typeof statuses]));
  return useMemo(() => {
    const user = finding(allUsers, ofUsers === 'ready');
    const reply = finding(replies, ofReplies === 'ready');
    return {
      isSettled,
      tag: finding(allTags, ofTags === 'ready'),
      queue: finding(allQueues, ofQueues === 'ready'),
      user: (id) => {
        const found = user(id);
        return found && { name: found.name ?? '' };
      },
      reply: (id) => {
        const found = reply(id);
        return found && { ...found, name: `/${found.shortcode}` };
      },
    };
  }, [isSettled, allTags, ofTags, allQueues, ofQueues, allUsers, ofUsers, replies, ofReplies]);
};
