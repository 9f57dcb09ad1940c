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

export const onPhone = (): void => withMedia((query) => query.includes('599.98px'));
