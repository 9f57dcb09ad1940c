/** How much at once, and how much per second in the long run. */
export type Budget = { burst: number; perSecond: number };
export type TokenBucket = {
  /** Returns false if the bucket held less than `amount`; it is empty then. */
  spend: (amount: number) => boolean;
  isFull: () => boolean;
};

/** A token bucket that refills over time up to its budget. */
export const tokenBucket = ({ burst, perSecond }: Budget, now: () => number = () => performance.now()): TokenBucket => {
  let left = burst;
  let at = now();
  const fill = (): void => {
    const time = now();
    left = Math.min(burst, left + ((time - at) * perSecond) / 1_000);
    at = time;
  };
  return {
    spend: (amount) => {
      fill();
      const isEnough = left >= amount;
      left = isEnough ? left - amount : 0;
      return isEnough;
    },
    isFull: () => {
      fill();
      return left >= burst;
    },
  };
};
