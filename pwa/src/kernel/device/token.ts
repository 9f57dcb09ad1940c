/** The session of an access token; null if it cannot be read. Its claims are the middle part, base64url. */
export const sessionOf = (token: string | null): { userId: string; version: number } | null => {
  const claims = token?.split('.')[1];
  if (!claims) return null;
  try {
    const { sub, version } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    return typeof sub === 'string' && typeof version === 'number' ? { userId: sub, version } : null;
  } catch {
    return null; // another kind of token: the hub's close code decides instead
  }
};
