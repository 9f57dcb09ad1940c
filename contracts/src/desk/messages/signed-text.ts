/** A text with the attendant's name above it, in the channel's bold; without a signature the text alone. */
export const signedText = (signature: string | null, body: string): string => (signature ? `*${signature}:*\n${body}` : body);
