import type { MessageView } from '@prosa/contracts';
import type { WithMessages } from './messages.slice.ts';

const isByCustomer = ({ fromMe, isObservation, notice }: MessageView): boolean => !fromMe && !isObservation && notice === null;

const isRefused = ({ state, failure }: MessageView): boolean => state === 'failed' && failure === 'window';

/** Whether the channel itself has refused a message because the customer wrote too long ago, and they have not written since. */
export const selectIsWindowRefused =
  (ticketId: string) =>
  (state: WithMessages): boolean => {
    const live = state.messages.conversations[ticketId]?.live;
    const told = live?.ids.findLast((id) => isByCustomer(live.byId[id]!) || isRefused(live.byId[id]!));
    return told !== undefined && isRefused(live!.byId[told]!);
  };
