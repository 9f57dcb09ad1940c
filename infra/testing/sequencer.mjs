import Sequencer from '@jest/test-sequencer';

const isOfProduct = ({ path }) => path.includes('/e2e/');
/** Those of the product are dealt out among this share of all others: at the end no worker is left alone with one. */
const SHARE = 0.8;

/**
 * The order in which test files start: evenly mixed, those of the whole product, most of which keep the processors busy with a browser, and
 * the others, which often wait for servers. Three browsers at once would wait for a processor, and three waiting files would leave the
 * processors idle.
 */
export const mixed = (tests) => {
  const product = tests.filter(isOfProduct);
  const others = tests.filter((test) => !isOfProduct(test));
  const every = (SHARE * others.length) / product.length;
  const dealt = product.flatMap((test, nth) => [test, ...others.slice(Math.round(nth * every), Math.round((nth + 1) * every))]);
  return [...dealt, ...others.slice(product.length === 0 ? 0 : Math.round(product.length * every))];
};

export default class extends Sequencer {
  sort(tests) {
    return mixed([...super.sort(tests)]);
  }
}
