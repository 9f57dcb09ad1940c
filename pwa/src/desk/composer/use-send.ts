import { newId } from '@prosa/contracts';
import { useDispatch, useSelector } from 'react-redux';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { sendAsked } from '../messages/state/messages.slice.ts';
import type { Outgoing } from '../messages/state/outgoing.ts';

type Words = Pick<Outgoing, 'body' | 'isObservation' | 'signature' | 'quoted' | 'mentions'>;

/** Puts a message into the outbox, from which it is sent; `author` is the name for its signature. */
export const useSend = (ticketId: string): { send: (words: Words) => void; author: string | null } => {
  const dispatch = useDispatch();
  const author = useSelector(selectMe)?.name ?? null;
  const send = (words: Words) =>
    void dispatch(
      sendAsked({
        ...words,
        key: newId(),
        ticketId,
        createdAt: new Date().toISOString(),
        state: 'waiting',
        position: null,
        failure: null,
      }),
    );
  return { send, author };
};
