let isShown = false;
const waiting: (() => void)[] = [];

/** The first screen shows what it is for; called as often as it likes. */
export const firstScreenShown = (): void => {
  isShown = true;
  for (const begin of waiting.splice(0)) begin();
};

/** Begins something that the first screen does not need, so that it does not compete with what it does need. */
export const afterFirstScreen = (begin: () => void): void => {
  if (isShown) begin();
  else waiting.push(begin);
};
