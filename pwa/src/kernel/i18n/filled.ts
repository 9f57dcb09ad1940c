/** Replaces each `{{name}}` in a text by its value, or by nothing. */
export const filled = (text: string, values: Record<string, unknown>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
