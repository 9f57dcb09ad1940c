import app from '../app/app.es.json';
import contacts from '../contacts/contacts.es.json';
import messages from '../messages/messages.es.json';
import sessions from '../sessions/sessions.es.json';
import tickets from '../tickets/tickets.es.json';
import ui from '../ui/ui.es.json';
import errors from './errors.es.json';

/** Spanish. */
export default { app, contacts, errors, messages, sessions, tickets, ui };
