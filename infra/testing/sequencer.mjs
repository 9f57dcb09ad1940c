import Sequencer from '@jest/test-sequencer';

/**
 * Tests that take minutes start first, so that at the end no worker is left alone with them: tests of the whole product, then those of
 * kills and losses.
 */
const rank = ({ path }) => {
  if (/\/e2e\/(lost-answers|kills)\./.test(path)) return 0;
  if (/\/e2e\/|(kill|kills|lost|failures)\.int\.test\./.test(path)) return 1;
  return 2;
};

export default class extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}
