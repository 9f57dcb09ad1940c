/** The priority of what a person wrote; lower goes first. */
export const BY_PERSON = 0;
