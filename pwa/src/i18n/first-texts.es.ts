import app from '../app/app.es.json' with { type: 'json' };
import sessions from '../sessions/sessions.es.json' with { type: 'json' };

/** Spanish. */
export default { app, sessions };
