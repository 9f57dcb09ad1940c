import app from '../app/app.pt.json' with { type: 'json' };
import contacts from '../contacts/contacts.pt.json' with { type: 'json' };
import messages from '../messages/messages.pt.json' with { type: 'json' };
import sessions from '../sessions/sessions.pt.json' with { type: 'json' };
import tickets from '../tickets/tickets.pt.json' with { type: 'json' };
import ui from '../ui/ui.pt.json' with { type: 'json' };
import errors from './errors.pt.json' with { type: 'json' };

/** Portuguese, the language that stands in for what another lacks. One namespace a folder. */
export default { app, contacts, errors, messages, sessions, tickets, ui };
