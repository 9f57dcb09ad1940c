import app from '../app/app.en.json' with { type: 'json' };
import sessions from '../sessions/sessions.en.json' with { type: 'json' };

/** English. */
export default { app, sessions };
