import app from '../app/app.es.json' with { type: 'json' };
import contacts from '../contacts/contacts.es.json' with { type: 'json' };
import messages from '../messages/messages.es.json' with { type: 'json' };
import sessions from '../sessions/sessions.es.json' with { type: 'json' };
import tickets from '../tickets/tickets.es.json' with { type: 'json' };
import ui from '../ui/ui.es.json' with { type: 'json' };
import errors from './errors.es.json' with { type: 'json' };

/** Spanish. */
export default { app, contacts, errors, messages, sessions, tickets, ui };
