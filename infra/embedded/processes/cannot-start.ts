/** A problem that the person who typed the command can solve; the message is shown as it is. */
export class CannotStart extends Error {}
