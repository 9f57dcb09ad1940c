import type pg from 'pg';
import type { Provider } from '../channels/provider.port.ts';

/** A channel that cannot tell a repeated send from a new one: whatever it is called with arrives. */
export const forgetfulProvider = (pool: pg.Pool): Provider => ({
  channel: 'facebook',
  again: 'unsure',
  start: async () => ({
    send: async ({ messageId }) => {
      await pool.query('insert into public.arrived (message_id) values ($1)', [messageId]);
      return { channelId: `fb-${messageId}` };
    },
    stop: async () => undefined,
  }),
});
