import { EVERYONE } from '@prosa/contracts';
import type { Change } from './entry.ts';
import type { Heard } from './frames.ts';
import type { LiveSocket } from './live.socket.ts';

/** Which sockets are in which room, so that the cost of a change depends on how many sockets receive it. */
export const roomIndex = () => {
  const rooms = new Map<string, Set<LiveSocket>>();

  const leave = (socket: LiveSocket): void => {
    for (const room of socket.rooms) {
      const members = rooms.get(room);
      members?.delete(socket);
      if (members?.size === 0) rooms.delete(room);
    }
    socket.rooms = new Set();
  };

  return {
    leave,
    move: (socket: LiveSocket, to: readonly string[]): void => {
      leave(socket);
      socket.rooms = new Set(to);
      for (const room of to) {
        const members = rooms.get(room);
        if (members) members.add(socket);
        else rooms.set(room, new Set([socket]));
      }
    },
    /** Each receiving socket once, with the sides of the change on which it is. */
    hearers: (before: readonly string[], after: readonly string[]): Map<LiveSocket, Heard> => {
      const heard = new Map<LiveSocket, Heard>();
      for (const room of before) for (const socket of rooms.get(room) ?? []) heard.set(socket, { before: true, after: false });
      for (const room of after)
        for (const socket of rooms.get(room) ?? [])
          heard.set(socket, { before: heard.get(socket)?.before ?? false, after: true });
      return heard;
    },
    members: (room: string): readonly LiveSocket[] => [...(rooms.get(room) ?? [])],
  };
};
export type RoomIndex = ReturnType<typeof roomIndex>;

export const heardBy = (rooms: ReadonlySet<string>, before: readonly string[], after: readonly string[]): Heard => ({
  before: before.some((room) => rooms.has(room)),
  after: after.some((room) => rooms.has(room)),
});

/**
 * A change of PLATFORM as other companies receive it: only in the one room that they share with it, whatever rooms it names (decision 18).
 */
export const abroad = (change: Change): Change => {
  const [before, after] = [change.before, change.after].map((rooms) => rooms.filter((room) => room === EVERYONE));
  return { ...change, before: before!, after: after! };
};
