import type { TicketView } from '@prosa/contracts';
import { ContactDialog } from '../../../contacts/contacts/contact-dialog.tsx';
import { loadScreenTexts } from '../../../kernel/i18n/i18n.ts';
import { later, useLater } from '../../../kernel/loading/later.ts';
import type { Person } from '../../messages/kinds/card-acts.ts';
import type { TicketActs } from '../acts/ticket-acts.context.ts';
import { SpyDialog } from '../spy/spy-dialog.tsx';
import { BulkTagDialog } from './bulk-tag-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { NewTicketDialog } from './new-ticket-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

export { BulkResultDialog } from './bulk-result-dialog.tsx';

const gallery = later(() => import('../../messages/dialogs/gallery-dialog.tsx'), { atRest: true });

const scheduling = later(
  async () => {
    const texts = ['records', 'schedules'].map(loadScreenTexts);
    return (await Promise.all([import('../../../flows/schedules/schedule-dialog.tsx'), ...texts]))[0];
  },
  { atRest: true },
);

const LaterGallery = (props: { ticketId: string; onClose: () => void }) => {
  const part = useLater(gallery);
  return part && <part.GalleryDialog {...props} />;
};

const LaterScheduling = (props: { contact: TicketView['contact']; onClose: () => void }) => {
  const part = useLater(scheduling);
  return part && <part.ScheduleDialog {...props} />;
};

const snoozing = later(async () => (await Promise.all([import('./snooze-dialog.tsx'), loadScreenTexts('records')]))[0], {
  atRest: true,
});

const LaterSnooze = (props: { ticket: TicketView; isOther: boolean; onClose: () => void }) => {
  const part = useLater(snoozing);
  return part && <part.SnoozeDialog {...props} />;
};

/** The request of a dialog, with the tickets or the person that it is about. */
export type Asking =
  | { kind: 'reopen' | 'resolve' | 'transfer' | 'remove' | 'spy' | 'schedule' | 'medias'; ticket: TicketView }
  | { kind: 'snooze'; ticket: TicketView; isOther: boolean }
  | { kind: 'transfer all' | 'tag all'; tickets: TicketView[] }
  | { kind: 'new'; about?: Person }
  | { kind: 'save'; about: Person };

/** The dialog of an act that needs input. */
export const OpenDialog = ({ asking, acts, onClose }: { asking: Asking; acts: TicketActs; onClose: () => void }) => {
  switch (asking.kind) {
    case 'new':
      return <NewTicketDialog {...(asking.about && { about: asking.about })} onClose={onClose} />;
    case 'save':
      return <ContactDialog {...asking.about} onClose={onClose} />;
    case 'reopen':
      return <ReopenDialog ticket={asking.ticket} onClose={onClose} />;
    case 'resolve':
      return <ResolveDialog ticket={asking.ticket} onClose={onClose} />;
    case 'remove':
      return <DeleteDialog ticket={asking.ticket} onClose={onClose} />;
    case 'spy':
      return <SpyDialog ticket={asking.ticket} acts={acts} onClose={onClose} />;
    case 'transfer':
      return <TransferDialog tickets={[asking.ticket]} onClose={onClose} />;
    case 'transfer all':
      return <TransferDialog tickets={asking.tickets} isBulk onClose={onClose} />;
    case 'tag all':
      return <BulkTagDialog tickets={asking.tickets} onClose={onClose} />;
    case 'schedule':
      return <LaterScheduling contact={asking.ticket.contact} onClose={onClose} />;
    case 'snooze':
      return <LaterSnooze ticket={asking.ticket} isOther={asking.isOther} onClose={onClose} />;
    case 'medias':
      return <LaterGallery ticketId={asking.ticket.id} onClose={onClose} />;
  }
};
