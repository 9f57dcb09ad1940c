/** Something that the person who typed the command can mend; its message is shown as it is. */
export class CannotStart extends Error {}
