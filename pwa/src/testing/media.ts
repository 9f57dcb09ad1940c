afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'));

/** Until the test's end a media query holds where `matches` says so; unless told, none does. */
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
