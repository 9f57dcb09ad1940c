/** Puts values where a text has `{{name}}`. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '');
