export type Percentiles = { p50: number; p95: number; p99: number };

/** Percentiles of durations in milliseconds, by nearest rank, to a tenth; zeros if there are none. */
export const percentiles = (durations: number[]): Percentiles => {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

export type Comparison = { lost: number; duplicated: number; outOfOrder: number };

/**
 * Compares the texts sent with the texts found: `lost` were sent and not found, `duplicated` were found more often than sent, `outOfOrder`
 * is how many of the found texts would have to move (all that are not part of the longest correctly ordered subsequence).
 */
export const compare = (said: string[], found: string[]): Comparison => {
  const left = new Map<string, number[]>();
  said.forEach((text, i) => {
    const places = left.get(text);
    if (places) places.push(i);
    else left.set(text, [i]);
  });
  const places: number[] = [];
  let duplicated = 0;
  for (const text of found) {
    const place = left.get(text)?.shift();
    if (place === undefined) duplicated += 1;
    else places.push(place);
  }
  return { lost: said.length - places.length, duplicated, outOfOrder: places.length - longestRise(places) };
};

/** Length of the longest increasing subsequence (patience sorting). */
const longestRise = (numbers: number[]): number => {
  const tails: number[] = [];
  for (const n of numbers) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tails[middle]! < n) low = middle + 1;
      else high = middle;
    }
    tails[low] = n;
  }
  return tails.length;
};
