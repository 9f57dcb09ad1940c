import { type PushAction, pushChannels } from '@prosa/contracts';
import type { Change } from './entry.ts';

/** Larger records are sent by id only: the screen fetches them. */
const PARTIAL_BYTES = 256 * 1024;

/** Whether the socket is in a room of the change's `before` and `after` lists. */
export type Heard = { before: boolean; after: boolean };

/** The effect of a change for a recipient: an action on its record, or a reload of the channel. */
export type Act = PushAction | 'reload';

/**
 * The action for a recipient on these sides of a change; null if there is none. In both before and after: an update; only after: a create;
 * only before: a delete. On channels without create or delete, the first becomes an update and the second nothing; a message that existed
 * before is an update even if it is new to this socket, so that no message is announced twice.
 */
export const actionOf = (change: Change, { before, after }: Heard): Act | null => {
  if (change.action === 'reload') return before || after ? 'reload' : null;
  const actions: readonly PushAction[] = pushChannels[change.channel];
  const isThere = after && change.record !== null;
  if (!isThere) return before && actions.includes('delete') ? 'delete' : null;
  if (before) return change.action && actions.includes(change.action) ? change.action : 'update';
  const isNew = change.channel !== 'appMessage' || change.before.length === 0;
  return isNew && actions.includes('create') ? 'create' : 'update';
};

/** The bytes of the frame, the same for every socket. */
export const frameOf = (position: bigint, change: Change, action: Act): Buffer => {
  if (action === 'reload') return reloadOf(position, change.channel);
  const head = Buffer.from(
    `{"type":"push","position":"${position}","channel":"${change.channel}","action":"${action}","record":`,
  );
  return Buffer.concat([head, recordOf(change, action), closing]);
};
const closing = Buffer.from('}');

export const reloadOf = (position: bigint, channel: Change['channel']): Buffer =>
  Buffer.from(`{"type":"reload","position":"${position}","channel":"${channel}"}`);

const recordOf = ({ id, record }: Change, action: PushAction): Buffer => {
  if (action === 'delete' || record === null) return Buffer.from(JSON.stringify({ id }));
  return record.length > PARTIAL_BYTES ? Buffer.from(JSON.stringify({ id, partial: true })) : record;
};

/** The joins of a socket; null if it never narrowed that channel. */
export type Joins = { statuses: Set<string> | null; chats: Set<string> | null; notified: boolean };

/**
 * Whether the joins let a frame through. Deletes and reloads always pass, and so does the ticket of a conversation that is on the screen.
 */
export const joined = ({ channel, id, narrow }: Change, action: Act, { statuses, chats, notified }: Joins): boolean => {
  if (action === 'reload') return true;
  if (channel === 'ticket')
    return (
      statuses === null ||
      action === 'delete' ||
      narrow?.statuses === undefined ||
      narrow.statuses.some((status) => statuses.has(status)) ||
      (chats?.has(id) ?? false)
    );
  if (channel !== 'appMessage' || (chats === null && !notified)) return true;
  if (narrow?.ticketId !== undefined && chats?.has(narrow.ticketId)) return true;
  return notified && (narrow?.fromCustomer === true || narrow?.names === true) && action === 'create';
};
