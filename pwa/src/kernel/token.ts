/** The session's version that an access token carries (its claims are the middle part, base64url); null where it cannot be read. */
export const versionOf = (token: string | null): number | null => {
  const claims = token?.split('.')[1];
  if (!claims) return null;
  try {
    const { version } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { version?: unknown };
    return typeof version === 'number' ? version : null;
  } catch {
    return null; // another kind of token: the hub's close code tells instead
  }
};
