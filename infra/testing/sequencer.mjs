import Sequencer from '@jest/test-sequencer';

const isOfCrashes = ({ path }) => /\/e2e\/(lost-answers|kills)\./.test(path);
const isOfProduct = ({ path }) => path.includes('/e2e/');
const isOfKills = ({ path }) => /(kill|kills|lost|failures)\.int\.test\./.test(path);
/** Those of the product are dealt out among this share of all others: at the end no worker is left alone with one. */
const SHARE = 0.8;

/**
 * The order in which test files start: first those that take minutes; then, evenly mixed, those of the whole product, most of which keep the
 * processors busy with a browser, and the others, which often wait for servers to stop and restart, as those of kills and losses do, which
 * are the first among them. Three browsers at once would wait for a processor, and three waiting files would leave the processors idle.
 */
export const mixed = (tests) => {
  const first = tests.filter(isOfCrashes);
  const product = tests.filter((test) => isOfProduct(test) && !isOfCrashes(test));
  const rest = tests.filter((test) => !isOfProduct(test));
  const others = [...rest.filter(isOfKills), ...rest.filter((test) => !isOfKills(test))];
  const every = (SHARE * others.length) / product.length;
  const dealt = product.flatMap((test, nth) => [test, ...others.slice(Math.round(nth * every), Math.round((nth + 1) * every))]);
  return [...first, ...dealt, ...others.slice(product.length === 0 ? 0 : Math.round(product.length * every))];
};

export default class extends Sequencer {
  sort(tests) {
    return mixed([...super.sort(tests)]);
  }
}
