import type { TicketView } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { MarkedText } from '../../../ui/marks/marked-text.tsx';
import { DeletionDialog } from '../../../ui/overlays/deletion-dialog.tsx';
import { deleteTicket } from '../state/tickets.commands.ts';

/** Shows what will be lost and asks for confirmation once. */
export const DeleteDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const payload = { ticketId: ticket.id };
  return (
    <DeletionDialog
      title={t('deleteTitle')}
      id={ticket.id}
      act={deleteTicket.act(payload)}
      onDelete={() => dispatch(deleteTicket.start(payload))}
      onClose={onClose}
      texts={{ cancel: t('cancel'), delete: t('deleteIt') }}
    >
      <p>
        <MarkedText text={t('deleteBody')} values={{ name: titleOf(ticket), protocol: ticket.protocol }} />
      </p>
    </DeletionDialog>
  );
};
