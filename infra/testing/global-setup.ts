import { running } from './running.ts';
import { startServers } from './servers.ts';
import { keepSharedProducts } from './shared-product.ts';

/**
 * Starts what the tests of a run of jest share: the servers, unless `npm test` has started them for all its runs, and products, which start
 * when a test file asks for one (TEST_PRODUCTS).
 */
const setup = async (): Promise<void> => {
  running.push(await startServers());
  const products = await keepSharedProducts();
  running.push(products);
  process.env.TEST_PRODUCTS = products.url;
};

export default setup;
