import { setTimeout as wait } from 'node:timers/promises';
import { finished, interrupt, outcomeOf, simulatorWay, startCampaign, withoutIntervals } from '../../simulate/campaigns.ts';
import { type Session, signIn } from '../../simulate/client.ts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { drawn, volume } from '../../testing/volume.ts';

const RECIPIENTS = volume({ some: 120, all: 1_000 });
const TIMEOUT_MS = 120_000;
const FROM = 930_000_000;

let product: Product;
let admin: Session;
beforeAll(async () => {
  product = await startProductOnSharedPostgres({ instances: 2 });
  const { email, password } = product.demo.users.find((user) => user.email.startsWith('admin@'))!;
  admin = await signIn(product.url, email, password);
  await withoutIntervals(admin);
});
afterAll(() => product.stop());

const victims = ['command-1', 'command-2', 'gateway-1', 'gateway-2', 'projection-1'].flatMap((victim) =>
  [200, 900].map((afterMs) => ({ victim, afterMs })),
);
let campaigns = 0;

test.each(drawn('campaign', victims))(
  'of a campaign each recipient has one message, though $victim is killed and it is cancelled and restarted',
  async ({ victim, afterMs }) => {
    const way = await simulatorWay(product.url, admin, `Campanhas ${campaigns}`);
    const campaign = await startCampaign(admin, way, { from: FROM + RECIPIENTS * campaigns, count: RECIPIENTS });
    campaigns += 1;
    await wait(afterMs);
    product.kill(victim);
    await interrupt(admin, campaign, afterMs);
    await finished(admin, campaign, TIMEOUT_MS);
    const { shown, report } = await outcomeOf(admin, campaign);
    expect(shown).toEqual({ 1: RECIPIENTS });
    expect(report).toMatchObject({ validContacts: RECIPIENTS, sent: RECIPIENTS, unsure: 0, failed: [] });
  },
);
