import sessions from '../people/sessions/sessions.es.json' with { type: 'json' };
import app from './app.es.json' with { type: 'json' };

export default { app, sessions };
