/** The priority of what a person wrote; lower goes first. */
export const BY_PERSON = 0;

/** Column of `gateway.outbox`: whether a person wrote the message. */
export const isByPerson = `priority = ${BY_PERSON} as "byPerson"`;
/** The priority of what programs send by the API, behind what Prosa sends by itself. */
export const BY_INTEGRATION = 2;
/** The priority of what campaigns send: behind everything else. */
export const BY_CAMPAIGN = 3;
