/** The priority of what a person wrote; lower goes first. */
export const BY_PERSON = 0;

/** Column of `gateway.outbox`: whether a person wrote the message. */
export const isByPerson = `priority = ${BY_PERSON} as "byPerson"`;
/** The priority of what campaigns send. */
export const BY_CAMPAIGN = 2;
