import type { MessageView } from '@prosa/contracts';
import Pencil from 'lucide-react/icons/pencil';
import Undo2 from 'lucide-react/icons/undo-2';
import { useDispatch, useSelector } from 'react-redux';
import { useLoaded } from '../../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../../kernel/live/live.slice.ts';
import { TextButton } from '../../../ui/marks/button.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { kindOf } from '../../outbox/kinds.ts';
import { mayEdit, type Outgoing } from '../../outbox/outgoing.ts';
import { waitingPreview } from '../media/later-media.ts';
import { selectOutbox, sendDropped, type WithMessages } from '../state/messages.slice.ts';
import styles from './message.module.css';
import { useMessageActs } from './message-acts.tsx';

/** Whether it represents a message of the outbox: no record has the position 0. */
export const isOutgoing = ({ position }: MessageView): boolean => position === '0';

const useOutgoing = (message: MessageView): Outgoing | undefined =>
  useSelector((state: WithMessages) =>
    isOutgoing(message) ? selectOutbox(state).find(({ key }) => key === message.id) : undefined,
  );

/** Menu entries of a message that was not accepted yet: edit, withdraw. */
export const useOutgoingEntries = (message: MessageView): MenuEntry[] => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const acts = useMessageActs();
  const outgoing = useOutgoing(message);
  if (!outgoing || outgoing.state === 'taken') return [];
  return [
    ...(mayEdit(outgoing) ? [{ id: 'edit', label: t('edit'), icon: Pencil, run: () => acts.edit(message) }] : []),
    { id: 'withdraw', label: t('withdraw'), icon: Undo2, danger: true, run: () => dispatch(sendDropped(outgoing.key)) },
  ];
};

/** Its picture or video; the code that shows it is loaded with the first one. */
export const WaitingFile = ({ message }: { message: MessageView }) => {
  const file = useOutgoing(message)?.file;
  const kind = kindOf({ type: file?.type ?? '' });
  const isViewed = kind === 'image' || kind === 'video';
  const preview = useLoaded(waitingPreview, isViewed);
  return preview && file && isViewed && <preview.WaitingPreview message={message} file={file} kind={kind} />;
};

/** Shown below a refused message. */
export const EditButton = ({ message }: { message: MessageView }) => {
  const { t } = useTexts('messages');
  const acts = useMessageActs();
  const outgoing = useOutgoing(message);
  if (!outgoing || !mayEdit(outgoing)) return null;
  return (
    <TextButton danger onClick={() => acts.edit(message)}>
      {t('editShort')}
    </TextButton>
  );
};

/** Shown below a message that cannot be sent now. Names the file if the bubble has no caption. */
export const WaitingLine = ({ message }: { message: MessageView }) => {
  const { t } = useTexts('messages');
  const { offline, stale } = useSelector(selectLive);
  const outgoing = useOutgoing(message);
  if (outgoing?.state !== 'waiting' || !(offline || stale)) return null;
  const name = outgoing.body === '' ? undefined : outgoing.file?.name;
  return <p className={styles.waits}>{[name, t('waitsForNetwork')].filter(Boolean).join(' · ')}</p>;
};
