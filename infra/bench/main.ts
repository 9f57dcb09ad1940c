import { parseArgs } from 'node:util';
import { type Product, startProduct } from '../testing/product.ts';
import { benchCampaigns } from './campaigns.bench.ts';
import { benchChannels } from './channels.bench.ts';
import { benchCommands, benchMessagesApi } from './commands.bench.ts';
import { benchDashboard } from './dashboard.bench.ts';
import { benchDistribution } from './distribution.bench.ts';
import { benchFairness } from './fairness.bench.ts';
import { benchImporting } from './importing.bench.ts';
import { benchKanban } from './kanban.bench.ts';
import { benchLighthouse } from './lighthouse.bench.ts';
import { benchLists } from './lists.bench.ts';
import { benchMedia } from './media.bench.ts';
import { benchMenus } from './menus.bench.ts';
import { benchOpening } from './opening.bench.ts';
import { benchRebuild } from './rebuild.bench.ts';
import { type Finding, passes, show } from './report.ts';
import { benchScreens } from './screens.bench.ts';
import { benchSignIn } from './sign-in.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchTimers } from './timers.bench.ts';
import { benchVerify } from './verify.bench.ts';

/** Runs a bench on a product of its own, so that nothing else disturbs the measurement. */
const onProduct =
  (bench: (product: Product) => Promise<Finding[]>, options?: Parameters<typeof startProduct>[0]) =>
  async (): Promise<Finding[]> => {
    const product = await startProduct(options);
    try {
      return await bench(product);
    } finally {
      await product.stop();
    }
  };

const benchScreensAndRebuild = async (product: Product): Promise<Finding[]> => {
  const screens = await benchScreens(product);
  return [screens, await benchRebuild(product)];
};

/** `--cards` of the board and `--recipients` of the campaign; 500 of either are for a quick look. */
const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { cards: { type: 'string', default: '5000' }, recipients: { type: 'string', default: '10000' } },
});

const benches: Record<string, () => Promise<Finding[]>> = {
  commands: async () => [await benchCommands()],
  'messages-api': async () => [await benchMessagesApi()],
  product: onProduct(benchScreensAndRebuild),
  fairness: onProduct(benchFairness),
  'sign-in': onProduct(benchSignIn, { trustedProxies: 'loopback' }),
  media: benchMedia,
  start: benchStart,
  opening: onProduct(benchOpening),
  dashboard: benchDashboard,
  lists: benchLists,
  kanban: () => benchKanban(Number(values.cards)),
  importing: onProduct(benchImporting),
  campaigns: onProduct((product) => benchCampaigns(product, Number(values.recipients))),
  timers: onProduct(benchTimers, { demo: 20 }),
  menus: onProduct(benchMenus),
  distribution: onProduct(benchDistribution),
  channels: benchChannels,
  verify: benchVerify,
  lighthouse: onProduct(benchLighthouse),
};
/** Only if it is named: it downloads Lighthouse from npm. */
const apart = ['lighthouse'];
const findings: Finding[] = [];
for (const [name, bench] of Object.entries(benches))
  if (chosen.length === 0 ? !apart.includes(name) : chosen.includes(name)) findings.push(...(await bench()));
show(findings);
process.exit(findings.every(passes) ? 0 : 1);
