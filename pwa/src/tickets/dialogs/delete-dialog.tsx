import type { TicketView } from '@prosa/contracts';
import { Trans, useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { titleOf } from '../../contacts/titles.ts';
import { DeletionDialog } from '../../ui/deletion-dialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { deleteTicket } from '../state/tickets.commands.ts';

/** Shows what will be lost and asks for confirmation once. */
export const DeleteDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTranslation('tickets');
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
        <Trans
          t={t}
          i18nKey="deleteBody"
          values={{ name: titleOf(ticket), protocol: ticket.protocol }}
          components={{ b: <b /> }}
        />
      </p>
    </DeletionDialog>
  );
};
