import type { ChannelName } from '../connections/connections.contract.ts';

const HOUR_MS = 3_600_000;
/** WhatsApp lets phones delete a message for everyone for two and a half days; the simulator does the same. */
const WHATSAPP_MS = 60 * HOUR_MS;

/**
 * How long after sending, in milliseconds, a channel can delete one of our messages; null: never. Looked up by `channel/provider`, then by
 * the channel alone.
 */
const deletes: Record<ChannelName, number | null> & Record<`${ChannelName}/${string}`, number | null> = {
  simulator: WHATSAPP_MS,
  whatsapp: WHATSAPP_MS,
  'whatsapp/cloud': null,
  facebook: null,
  instagram: null,
};

/** The limit that both screens and rules use. An unknown channel deletes nothing. */
export const deletesWithin = (channel: string, provider = 'beta'): number | null => {
  const known = deletes as Record<string, number | null | undefined>;
  const named = known[`${channel}/${provider}`];
  return named !== undefined ? named : (known[channel] ?? null);
};
