import type { MessageView } from '@prosa/contracts';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { later, useLater } from '../../../kernel/loading/later.ts';
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

const dialogs = later(() => import('./asked-dialogs.tsx'), { atRest: true });

type Asking =
  | { kind: 'delete' | 'edit'; message: MessageView }
  | { kind: 'forward'; message: MessageView; author: string | null };

/**
 * Provides the actions to its children and renders their dialogs. Inside a message the dialogs would vanish with its tools, which vanish
 * when the pointer leaves.
 */
export const MessageActsProvider = ({ children }: { children: ReactNode }) => {
  const [asking, setAsking] = useState<Asking | null>(null);
  const parts = useLater(dialogs, asking !== null);
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
      {asking?.kind === 'edit' && parts && <parts.EditDialog outgoingKey={asking.message.id} onClose={close} />}
      {asking?.kind === 'delete' && parts && <parts.DeleteDialog message={asking.message} onClose={close} />}
      {asking?.kind === 'forward' && parts && (
        <parts.ForwardDialog message={asking.message} author={asking.author} onClose={close} />
      )}
    </Acts>
  );
};
