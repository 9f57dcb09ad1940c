import sessions from '../people/sessions/sessions.en.json' with { type: 'json' };
import app from './app.en.json' with { type: 'json' };

export default { app, sessions };
