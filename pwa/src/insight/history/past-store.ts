import type { Store, UnknownAction } from '@reduxjs/toolkit';
import type { Conversation } from '../../desk/messages/state/conversation.ts';
import { olderWanted } from '../../desk/messages/state/messages.saga.ts';
import type { WithMessages } from '../../desk/messages/state/messages.slice.ts';
import { users } from '../../people/users/users.slice.ts';

/**
 * The app's state with one conversation as it stood at an earlier time, for the components that show it. Nothing that they dispatch comes
 * through, except that they want names, or an older page, which `onOlder` fetches: so nothing can be done in it.
 */
export const pastStore = (
  live: Store<WithMessages>,
  ticketId: string,
  begins: Conversation,
  onOlder: () => void,
): Store<WithMessages> & { show: (conversation: Conversation) => void } => {
  let conversation = begins;
  let of: WithMessages | null = null;
  let shown: WithMessages | null = null;
  const listeners = new Set<() => void>();
  const getState = (): WithMessages => {
    const state = live.getState();
    if (shown === null || state !== of)
      shown = { ...state, messages: { conversations: { [ticketId]: conversation }, current: null, outbox: [], replies: {} } };
    of = state;
    return shown;
  };
  return {
    ...live,
    getState,
    subscribe: (listener) => {
      const unsubscribe = live.subscribe(listener);
      listeners.add(listener);
      return () => {
        unsubscribe();
        listeners.delete(listener);
      };
    },
    dispatch: <Action extends UnknownAction>(action: Action): Action => {
      if (olderWanted.match(action)) onOlder();
      return action.type === users.wanted().type ? live.dispatch(action) : action;
    },
    show: (next) => {
      conversation = next;
      shown = null;
      for (const listener of [...listeners]) listener();
    },
  };
};
