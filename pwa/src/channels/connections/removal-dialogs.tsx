import type { ConnectionView } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useWords } from '../../records/use-words.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { endSession, removeConnection } from './connections.commands.ts';
import { useDetail } from './use-detail.ts';

type Props = { connection: ConnectionView; onClose: () => void };

/** Says how many tickets end with the connection, and asks once. */
export const RemovalDialog = ({ connection: { id, name, channel }, onClose }: Props) => {
  useReturnFocus();
  const words = useWords('connections');
  const dispatch = useDispatch();
  const count = useDetail(id).detail?.unfinishedTickets ?? 0;
  return (
    <DeletionDialog
      title={words('remove', { name })}
      id={id}
      act={removeConnection.act({ id })}
      onDelete={() => dispatch(removeConnection.start({ id }))}
      onClose={onClose}
      texts={{ cancel: words('cancel'), delete: words('removeIt') }}
    >
      <p>{words(channel === 'sample' ? 'removeSampleHint' : 'removeHint')}</p>
      {count > 0 && channel !== 'sample' && <p role="status">{words('closesTickets', { count, shown: formatCount(count) })}</p>}
    </DeletionDialog>
  );
};

/** Asks once before the session is logged out. */
export const DisconnectDialog = ({ connection: { id, name }, onClose }: Props) => {
  useReturnFocus();
  const words = useWords('connections');
  const dispatch = useDispatch();
  return (
    <DeletionDialog
      title={words('end', { name })}
      id={id}
      act={endSession.act({ id })}
      onDelete={() => dispatch(endSession.start({ id }))}
      onClose={onClose}
      texts={{ cancel: words('cancel'), delete: words('disconnect') }}
    >
      <p>{words('endHint')}</p>
    </DeletionDialog>
  );
};
