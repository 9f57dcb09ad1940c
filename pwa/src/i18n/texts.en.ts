import app from '../app/app.en.json';
import contacts from '../contacts/contacts.en.json';
import messages from '../messages/messages.en.json';
import sessions from '../sessions/sessions.en.json';
import tickets from '../tickets/tickets.en.json';
import ui from '../ui/ui.en.json';
import errors from './errors.en.json';

/** English. */
export default { app, contacts, errors, messages, sessions, tickets, ui };
