import { useEffect, useRef } from 'react';
import { type KeptAnswer, ownDevice, type Shared, sharedWith } from './device-cache.ts';

/**
 * Content for a ticket's composer from elsewhere on this device: an answer that a notification could not send, or what another app shared.
 */
export type HandedIn = { text: string; files: File[] };

const EVENT = 'prosa-handed-in';
/** Notifies the composers that something may have been handed in. */
export const handIn = (): void => void window.dispatchEvent(new Event(EVENT));

/** Returns the shared files that were not left out, in order. */
const sharedFiles = async ({ files, skips = [] }: Shared): Promise<File[]> => {
  const found = await Promise.all(files.map((_, n) => sharedWith.readBlob(`file:${n}`)));
  return found.flatMap((blob, n) =>
    blob && !skips.includes(n) ? [new File([blob], files[n]!.name, { type: files[n]!.type })] : [],
  );
};

/** Takes what was handed in for a ticket of the user; it can be taken once. */
const taken = async (userId: string, ticketId: string): Promise<HandedIn> => {
  const answer = await ownDevice.read<KeptAnswer>(`answer:${ticketId}`);
  const shared = await sharedWith.read<Shared>('share');
  const isOurs = shared?.to?.userId === userId && shared.to.ticketId === ticketId;
  const files = isOurs ? await sharedFiles(shared) : [];
  const texts = [answer?.userId === userId ? answer.text : '', isOurs ? shared.text : ''];
  if (answer) await ownDevice.drop(`answer:${ticketId}`);
  if (isOurs) await sharedWith.forget();
  return { text: texts.filter(Boolean).join('\n'), files };
};

/** Passes handed-in content to a ticket's composer: when the composer opens, and after each `handIn`. */
export const useHandedIn = (userId: string, ticketId: string, onHandedIn: (handedIn: HandedIn) => void): void => {
  const on = useRef(onHandedIn);
  on.current = onHandedIn;
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      // The lock prevents two concurrent calls from both taking it.
      const take = async () => (isOver ? { text: '', files: [] } : await taken(userId, ticketId));
      const found = await (navigator.locks ? navigator.locks.request('prosa-handed-in', take) : take());
      if (found.text || found.files.length > 0) on.current(found);
    };
    const handle = () => void look().catch((error: unknown) => console.warn('What was handed in could not be read:', error));
    handle();
    window.addEventListener(EVENT, handle);
    return () => {
      isOver = true;
      window.removeEventListener(EVENT, handle);
    };
  }, [userId, ticketId]);
};
