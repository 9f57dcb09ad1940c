import app from '../app/app.en.json' with { type: 'json' };
import contacts from '../contacts/contacts.en.json' with { type: 'json' };
import messages from '../messages/messages.en.json' with { type: 'json' };
import sessions from '../sessions/sessions.en.json' with { type: 'json' };
import tickets from '../tickets/tickets.en.json' with { type: 'json' };
import ui from '../ui/ui.en.json' with { type: 'json' };
import errors from './errors.en.json' with { type: 'json' };

/** English. */
export default { app, contacts, errors, messages, sessions, tickets, ui };
