/** The bytes of files just sent, by key, until the outbox has stored them: they must not be in the page's store. */
export const files = new Map<string, Blob>();
