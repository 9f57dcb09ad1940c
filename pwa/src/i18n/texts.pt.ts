import app from '../app/app.pt.json';
import contacts from '../contacts/contacts.pt.json';
import messages from '../messages/messages.pt.json';
import sessions from '../sessions/sessions.pt.json';
import tickets from '../tickets/tickets.pt.json';
import ui from '../ui/ui.pt.json';
import errors from './errors.pt.json';

/** Portuguese, the language that stands in for what another lacks. One namespace a folder. */
export default { app, contacts, errors, messages, sessions, tickets, ui };
