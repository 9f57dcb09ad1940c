import type { MessageView } from '@prosa/contracts';
import { hasMedia, roomOf } from '../media/media.model.ts';

/** Height of a message in addition to its text, in pixels: an estimate that rendering corrects. */
export const heightOf = (message: MessageView): number => {
  const { place, contacts, choice, reactions, isDeleted } = message;
  const file = hasMedia(message) && !isDeleted ? roomOf(message).height + 4 : 0;
  return (
    file + (place ? 170 : 0) + Math.min(contacts?.length ?? 0, 3) * 110 + (choice ? 16 : 0) + (reactions.length > 0 ? 20 : 0)
  );
};
