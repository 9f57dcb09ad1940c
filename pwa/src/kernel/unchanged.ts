/** A JSON value. */
type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values that were parsed from JSON are equal; an absent field equals one that is undefined. */
export const isEqual = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isEqual(value, other[at]));
  if (!isPlain(one) || !isPlain(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isEqual(one[key], other[key]));
};

/** Returns `before` if both are equal, otherwise `after`: components that use the same object are not rendered again. */
export const unchanged = <Value>(before: Value | null | undefined, after: Value): Value =>
  before !== null && before !== undefined && isEqual(before, after) ? before : after;

/** Returns the records by id, each the previous object if it is equal; if all are, the previous map itself. */
export const unchangedById = <Item>(before: Record<string, Item>, after: Record<string, Item>): Record<string, Item> => {
  const entries = Object.entries(after).map(([id, item]) => [id, unchanged(before[id], item)] as const);
  const isSame = entries.length === Object.keys(before).length && entries.every(([id, item]) => before[id] === item);
  return isSame ? before : Object.fromEntries(entries);
};
