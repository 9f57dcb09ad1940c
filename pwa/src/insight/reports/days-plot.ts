/** A period of more days is plotted by months. */
const DAYS = 62;
const DAY_MS = 86_400_000;
const MARKS = 4;

/** Where the axis ends, and what is written beside it. */
type Axis = { most: number; ticks: number[] };
type Plot = Axis & {
  /** `id`: a day (yyyy-MM-dd), or a month (yyyy-MM). */
  bars: { id: string; count: number }[];
};

/**
 * The bars for the totals of days: each day from the first to the last that has any, those without too, or, of a long period,
 * each month. Null if that is one bar.
 */
export const plotOf = (totals: Readonly<Record<string, number>>): Plot | null => {
  const days = daysOf(totals);
  const unit = days.length > DAYS ? 'yyyy-MM'.length : 'yyyy-MM-dd'.length;
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day.slice(0, unit), (counts.get(day.slice(0, unit)) ?? 0) + (totals[day] ?? 0));
  if (counts.size < 2) return null;
  return {
    bars: counts
      .entries()
      .map(([id, count]) => ({ id, count }))
      .toArray(),
    ...axisTo(Math.max(...counts.values())),
  };
};

/** An axis of round numbers that reaches to a count. */
export const axisTo = (count: number): Axis => {
  const step = stepOf(count / MARKS);
  return { most: step * MARKS, ticks: Array.from({ length: MARKS + 1 }, (_, nth) => nth * step) };
};

const daysOf = (totals: Readonly<Record<string, number>>): string[] => {
  const known = Object.keys(totals).sort();
  if (known.length === 0) return [];
  const [first, last] = [Date.parse(known[0]!), Date.parse(known.at(-1)!)];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, nth) =>
    new Date(first + nth * DAY_MS).toISOString().slice(0, 10),
  );
};

/** The least round number (1, 2 or 5 and zeros) that is not under this one. */
const stepOf = (least: number): number => {
  const zeros = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((round) => round * zeros).find((step) => step >= least)!;
};
