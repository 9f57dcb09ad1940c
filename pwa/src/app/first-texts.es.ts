import sessions from '../sessions/sessions.es.json' with { type: 'json' };
import app from './app.es.json' with { type: 'json' };

/** Spanish. */
export default { app, sessions };
