import type { TicketView } from '@prosa/contracts';
import { Trans, useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useAct } from '../kernel/use-act.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { resolveTicket } from './tickets.commands.ts';
import { titleOf } from './titles.ts';

/** With or without asking the customer for a rating: two acts, and the cross is the way out. */
export const ResolveDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTranslation('tickets');
  const dispatch = useDispatch();
  const act = resolveTicket.act({ ticketId: ticket.id, withoutRating: false });
  const { isBusy } = useAct(act, onClose);
  const resolve = (withoutRating: boolean) => dispatch(resolveTicket.start({ ticketId: ticket.id, withoutRating }));
  return (
    <Dialog
      title={t('resolveTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => resolve(false)}
      footer={
        <>
          <Button onClick={() => resolve(true)} disabled={isBusy}>
            {t('resolveWithout')}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t('resolveWith')}
          </Button>
        </>
      }
    >
      <div className="body">
        <Trans
          t={t}
          i18nKey="resolveBody"
          values={{ name: titleOf(ticket), connection: ticket.whatsapp?.name ?? '' }}
          components={{ b: <b /> }}
        />
      </div>
    </Dialog>
  );
};
