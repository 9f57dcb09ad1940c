/** An address of a channel, such as `123@lid`: no person reads it as a name, nor as a number. */
export const isAddress = (text: string): boolean =>
  /^(?:[\d-]+@(?:lid|g\.us|s\.whatsapp\.net|c\.us|broadcast|newsletter)|[A-Z]{2}\.(?:[A-Z]+\.)?\d{4,}|\d{4,}\/\d{4,})$/.test(
    text,
  );
