/** Fields that only the channel's own programs read. */
const INTERNAL = new Set(['flow_token', 'wa_flow_response_params']);
/** The affixes that Meta's builder of Flows adds to the name of a field. */
const BUILDERS = /^screen_\d+_|_\d+$/g;

/**
 * The answers of a form that a customer filled in (a WhatsApp Flow, an address), a line for each field. `json`: as the channel has them;
 * '' if it has none that can be read.
 */
export const flowAnswers = (json: unknown): string => linesIn(fieldsIn(json)).join('\n');

/** The fields of an object in JSON; none if it is no such object. */
export const fieldsIn = (json: unknown): Record<string, unknown> => {
  if (typeof json !== 'string') return {};
  try {
    const read: unknown = JSON.parse(json);
    return isFields(read) ? read : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
};

const linesIn = (part: Record<string, unknown>): string[] =>
  Object.entries(part).flatMap(([name, value]) => {
    if (INTERNAL.has(name)) return [];
    if (isFields(value)) return linesIn(value);
    const said = answerOf(value);
    return said === '' ? [] : [`${name.replaceAll(BUILDERS, '').replaceAll('_', ' ').trim() || name}: ${said}`];
  });

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Several answers to one question are one line. */
const answerOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(answerOf).filter(Boolean).join(', ');
  if (isFields(value)) return linesIn(value).join(', ');
  return value === null || value === undefined ? '' : String(value).trim();
};
