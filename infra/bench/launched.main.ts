// Starts the product for startLaunched(), reports it to the parent process, and stops it when the parent disconnects.
import { startProduct } from '../testing/product.ts';
import type { Ready } from './launched.ts';

const { url, data, demo, children, stop } = await startProduct();
process.once('disconnect', () => void stop().then(() => process.exit(0)));
const ready: Ready = { url, data, demo, children: children.map(({ name, url, pid }) => ({ name, url, pid: pid()! })) };
process.send!(ready);
