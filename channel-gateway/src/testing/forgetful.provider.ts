import type { ProviderMaker } from '../channels/provider.port.ts';

/** A channel that cannot distinguish a repeated send from a new one: every call arrives. */
export const forgetfulProvider: ProviderMaker = ({ pool }) => ({
  channel: 'facebook',
  provider: null,
  identities: ['psid'],
  again: 'unsure',
  start: () => ({
    send: async ({ messageId }) => {
      await pool.query('insert into public.arrived (message_id) values ($1)', [messageId]);
      return { channelId: `fb-${messageId}` };
    },
    stop: async () => undefined,
  }),
});
