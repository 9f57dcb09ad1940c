import { PLATFORM } from '@prosa/contracts';
import type { Change } from './entry.ts';
import { actionOf, frameOf, joined } from './frames.ts';
import { viewerOf } from './hub.machine.ts';
import { abroad, heardBy, type RoomIndex } from './rooms.ts';

/** Sends a change of a company to the sockets that may see it and have joined it: each kind of frame is made once. */
export const deliver = (rooms: RoomIndex, position: bigint, change: Change, companyId: string): void => {
  const frames = new Map<string, Buffer>();
  const elsewhere = companyId === PLATFORM ? abroad(change) : null;
  for (const [socket, heard] of rooms.hearers(change.before, change.after)) {
    const isOwn = viewerOf(socket.seat)?.companyId === companyId;
    if (!isOwn && !elsewhere) continue;
    const action = actionOf(change, isOwn ? heard : heardBy(socket.rooms, elsewhere!.before, elsewhere!.after));
    if (action === null || !joined(change, action, socket)) continue;
    const frame = frames.get(action) ?? frameOf(position, change, action);
    frames.set(action, frame);
    socket.sendFrame(frame);
  }
};
