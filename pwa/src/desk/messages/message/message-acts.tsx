import type { MessageView } from '@prosa/contracts';
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import { focusMessage } from './go-to-message.ts';

/** Actions on a message that need a dialog. */
export type MessageActs = {
  remove: (message: MessageView) => void;
  forward: (message: MessageView, author: string | null) => void;
  /** Edits the text of a message in the outbox. */
  edit: (message: MessageView) => void;
};

const Acts = createContext<MessageActs | null>(null);

/** Returns the actions. Throws outside of a MessageActsProvider. */
export const useMessageActs = (): MessageActs => {
  const acts = useContext(Acts);
  if (!acts) throw new Error('Acts of messages are offered by the conversation.');
  return acts;
};

const DeleteDialog = lazy(async () => ({ default: (await import('../dialogs/delete-dialog.tsx')).DeleteDialog }));
const EditDialog = lazy(async () => ({ default: (await import('../dialogs/edit-dialog.tsx')).EditDialog }));
const ForwardDialog = lazy(async () => ({ default: (await import('./forward-dialog.tsx')).ForwardDialog }));

type Asking =
  | { kind: 'delete' | 'edit'; message: MessageView }
  | { kind: 'forward'; message: MessageView; author: string | null };

/**
 * Provides the actions to its children and renders their dialogs. Inside a message the dialogs would vanish with its tools, which vanish
 * when the pointer leaves.
 */
export const MessageActsProvider = ({ children }: { children: ReactNode }) => {
  const [asking, setAsking] = useState<Asking | null>(null);
  const acts = useMemo(
    (): MessageActs => ({
      remove: (message) => setAsking({ kind: 'delete', message }),
      forward: (message, author) => setAsking({ kind: 'forward', message, author }),
      edit: (message) => setAsking({ kind: 'edit', message }),
    }),
    [],
  );
  const close = () => {
    setAsking(null);
    // The menu that opened the dialog may be gone; the message is not.
    if (asking) requestAnimationFrame(() => focusMessage(asking.message.id));
  };
  return (
    <Acts value={acts}>
      {children}
      <Suspense fallback={null}>
        {asking?.kind === 'edit' && <EditDialog outgoingKey={asking.message.id} onClose={close} />}
        {asking?.kind === 'delete' && <DeleteDialog message={asking.message} onClose={close} />}
        {asking?.kind === 'forward' && <ForwardDialog message={asking.message} author={asking.author} onClose={close} />}
      </Suspense>
    </Acts>
  );
};
