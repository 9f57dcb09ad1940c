import { configure, prettyDOM } from '@testing-library/react';

/** The error of a query that finds nothing. It writes the page down only for those who read it: what is awaited is sought many times. */
const elementError = (message: string | null, container: Element): Error => {
  const error = new Error(message ?? '');
  const { stack = '' } = error;
  error.name = 'TestingLibraryElementError';
  let whole: string | undefined;
  const read = () => (whole ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n'));
  const lazily = (name: 'message' | 'stack', get: () => string) =>
    Object.defineProperty(error, name, {
      configurable: true,
      get,
      set: (value: string) => Object.defineProperty(error, name, { configurable: true, writable: true, value }),
    });
  lazily('message', read);
  lazily('stack', () => stack.replace(message ?? '', read));
  return error;
};

// The machine may be busy.
configure({ asyncUtilTimeout: 10_000, getElementError: elementError });
