/** Replaces each `{{name}}` in a text by its value. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '');
