afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'));

/** Until the test's end, `matches` decides which media queries match. */
export const withMedia = (matches: (query: string) => boolean): void => {
  Object.assign(window, {
    matchMedia: (query: string) => ({
      matches: matches(query),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
};

/** A window of 390 px, as narrow screens ask for it. */
export const onPhone = (): void => withMedia((query) => Number(/max-width: ([\d.]+)px/.exec(query)?.[1]) >= 390);
