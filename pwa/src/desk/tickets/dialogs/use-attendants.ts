import { type AttendantView, type Availability, distribution, servesTickets, type UserView, userRoutes } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { call } from '../../../kernel/calls/client.ts';
import { useFinder } from '../../../kernel/calls/use-finder.ts';
import { hasWords } from '../../../kernel/i18n/searchable.ts';

/** Somebody to whom a ticket can be transferred. */
export type Candidate = {
  id: string;
  name: string;
  profilePicUrl: string | null;
  online: boolean;
  availability: Availability;
  /** Open tickets; null of those who were searched for. */
  openTickets: number | null;
  /** Of somebody who does not serve the queue: the names of the queues that they do serve. */
  outside: string[] | null;
};

/** `of`: the queue whose people these are. */
type Asked = { of: string | null; people: AttendantView[] | null; failure: Failure | null };

/**
 * The people to whom a ticket of a queue can be transferred: those of the queue, filtered by what is written, and from three letters on all
 * others who are found. `people` is null until those of the queue are known. `except`: whose the ticket is in this queue already.
 */
export const useAttendants = (queueId: string | null, except: string | null) => {
  const [asked, setAsked] = useState<Asked>({ of: null, people: null, failure: null });
  const finder = useFinder(
    userRoutes.list,
    ({ users }) => users,
    ({ name }) => name ?? '',
  );
  useEffect(() => {
    if (queueId === null) return;
    let isOver = false;
    const come = (more: Partial<Asked>) => isOver || setAsked({ of: queueId, people: null, failure: null, ...more });
    call(distribution.routes.attendants, { params: { id: queueId } }).then(
      ({ data }) => come({ people: data }),
      (error: unknown) => come({ people: [], failure: failureOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [queueId]);
  const words = finder.query.trim();
  const isKnown = asked.of === queueId && asked.people !== null;
  const own = (isKnown ? asked.people! : []).filter(({ id }) => id !== except).map(ofQueue);
  const shown = own.filter(({ name }) => hasWords(name, words));
  const others = (finder.items ?? [])
    .filter(servesTickets)
    .filter(({ id }) => id !== except && !shown.some((one) => one.id === id))
    .map((user) => searched(user, queueId));
  return {
    words: finder.query,
    write: finder.write,
    /** The first of the queue who takes tickets now. */
    first: own.find(({ online, availability }) => online && availability === 'available') ?? null,
    people: isKnown ? [...shown, ...others.filter(({ outside }) => !outside), ...others.filter(({ outside }) => outside)] : null,
    isBusy: finder.isBusy || (queueId !== null && !isKnown),
    failure: finder.failure ?? asked.failure,
  };
};

const ofQueue = ({ name, ...person }: AttendantView): Candidate => ({ ...person, name: name ?? '', outside: null });

const searched = ({ queueIds, queues, name, ...user }: UserView, queueId: string | null): Candidate => ({
  id: user.id,
  name: name ?? '',
  profilePicUrl: user.profilePicUrl,
  online: user.online,
  availability: user.availability,
  openTickets: null,
  outside: queueId !== null && !queueIds.includes(queueId) ? queues.map((queue) => queue.name) : null,
});
