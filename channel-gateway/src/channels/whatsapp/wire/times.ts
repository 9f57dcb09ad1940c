const YEAR_10000 = Date.UTC(10_000, 0);
const SAME_MS = 60_000;

/**
 * The time of a stanza, in seconds since 1970; now, if it has none that is a time. `madeAt`: a finer time, in milliseconds, which counts if it
 * says the same: it orders what somebody changes within one second.
 */
export const timeOf = (seconds: string | undefined, madeAt: number | undefined): string => {
  const ms = Number(seconds ?? 0) * 1_000;
  const at = ms >= 0 && ms < YEAR_10000 ? ms : Date.now();
  return new Date(madeAt !== undefined && Math.abs(madeAt - at) < SAME_MS ? madeAt : at).toISOString();
};
