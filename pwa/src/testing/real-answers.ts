const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

afterEach(() => {
  react.IS_REACT_ACT_ENVIRONMENT = true;
});

/**
 * Until the test's end, React renders whenever something changes, as in a browser: a real server's answers come at any time, between two
 * steps of a test as well. What a test does itself is still rendered when it has done it.
 */
export const withRealAnswers = (): void => {
  react.IS_REACT_ACT_ENVIRONMENT = false;
};
