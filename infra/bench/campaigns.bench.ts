import { setTimeout as wait } from 'node:timers/promises';
import type { CampaignReport, ImportView } from '@prosa/contracts';
import { withoutIntervals } from '../simulate/campaigns.ts';
import { CallFailed, type Session, signIn } from '../simulate/client.ts';
import { percentiles } from '../simulate/statistics.ts';
import { importFile } from '../testing/import-file.ts';
import type { Product } from '../testing/product.ts';
import { memoryOf } from './memory.bench.ts';
import { settle } from './players.ts';
import { type Lag, measureQuiet, shadowsOf } from './quiet.ts';
import { type Finding, rounded } from './report.ts';

const ALONE_SECONDS = 15;
/** Both companies are measured in pieces of this length for as long as the campaign runs. */
const PIECE_SECONDS = 5;
const SAMPLE_MS = 1_000;

/** A file of people that is the same in each run. */
const peopleOf = (count: number): string =>
  ['Nome;Número', ...Array.from({ length: count }, (_, n) => `Cliente ${n} da Feira;55119${60_000_000 + n}`)].join('\r\n');

/** A list of so many people whom the company does not know yet. */
const listOf = async (url: string, admin: Session, count: number): Promise<string> => {
  const { record: list } = await admin.command<{ id: string }>('POST', '/contact-lists', { name: 'Feira' });
  const file = { name: 'feira.csv', bytes: peopleOf(count) };
  const { id } = await importFile(url, admin.token(), file, { to: `/contact-lists/${list.id}/upload` });
  for (;;) {
    const { status, counts } = await admin.get<ImportView>(`/imports/${id}`);
    if (status === 'finished' && counts.created !== count) throw new Error(`${counts.created} of ${count} rows are in the list.`);
    if (status === 'finished') return list.id;
    await wait(SAMPLE_MS);
  }
};

/** How many messages are delivered; the read models may not know the campaign yet. */
const deliveredOf = async (admin: Session, id: string): Promise<number> => {
  try {
    return (await admin.get<CampaignReport>(`/campaigns/${id}/report`)).delivered;
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'ERR_NO_CAMPAIGN_FOUND') return 0;
    throw error;
  }
};

/**
 * A large campaign without intervals, through the connection that the company's attendant answers by: its messages per second from its start
 * until the last is delivered, what it does to that attendant and to another company, and by how much the command service grows.
 */
export const benchCampaigns = async (product: Product, count: number): Promise<Finding[]> => {
  const { demo, url } = product;
  const other = demo.other as typeof demo;
  const own = await settle(product, demo, 'ana', 801);
  const quiet = await settle(product, other, '', 800);
  const measure = async (seconds: number): Promise<{ own: Lag; quiet: Lag }> => {
    const [mine, theirs] = await Promise.all([
      measureQuiet(product, demo.connection, own, seconds),
      measureQuiet(product, other.connection, quiet, seconds),
    ]);
    return { own: mine, quiet: theirs };
  };
  const heldByCommands = (): number =>
    memoryOf(product.children.find(({ name }) => name === 'command-1')!.pid()!).parts['command-service']!;
  const { email, password } = demo.users.find((user) => user.email.startsWith('admin@'))!;
  const admin = await signIn(url, email, password);
  try {
    await withoutIntervals(admin);
    const contactListId = await listOf(url, admin, count);
    await measure(ALONE_SECONDS);
    const alone = await measure(ALONE_SECONDS);
    const idle = heldByCommands();
    let most = idle;
    const begun = performance.now();
    const { record } = await admin.command<{ id: string }>('POST', '/campaigns', {
      name: 'Feira',
      message1: 'Oi, {primeiroNome}!',
      message2: 'Olá, {nome}!',
      whatsappId: demo.connection.id,
      contactListId,
      scheduledAt: new Date().toISOString(),
    });
    let endedAt = 0;
    const follow = async (): Promise<void> => {
      for (;;) {
        const delivered = await deliveredOf(admin, record.id);
        most = Math.max(most, heldByCommands());
        if (delivered === count) break;
        await wait(SAMPLE_MS);
      }
      endedAt = performance.now();
    };
    const following = follow();
    const pieces: { own: Lag; quiet: Lag }[] = [];
    while (endedAt === 0) pieces.push(await measure(PIECE_SECONDS));
    await following;
    const seconds = (endedAt - begun) / 1_000;
    const beside = (who: 'own' | 'quiet', of: keyof Lag) => pieces.flatMap((piece) => piece[who][of]);
    const attendant = (what: string, of: keyof Lag): Finding => {
      const [before, after] = [percentiles(alone.own[of]), percentiles(beside('own', of))];
      const detail = { alone: before.p99, beside: after.p99, aloneMedian: before.p50, besideMedian: after.p50 };
      return {
        what: `an attendant beside ${what}, p99`,
        measured: rounded(after.p99),
        unit: 'ms',
        target: { under: 300 },
        detail,
      };
    };
    return [
      {
        what: `a campaign to ${count} people`,
        measured: Math.round(count / seconds),
        unit: 'messages/s',
        target: { atLeast: 100 },
        detail: { recipients: count, seconds: rounded(seconds, 1) },
      },
      attendant('their company’s campaign, inbound to screen', 'screen'),
      attendant('their company’s campaign, delivery', 'delivery'),
      shadowsOf('a campaign, inbound to screen', alone.quiet.screen, beside('quiet', 'screen')),
      shadowsOf('a campaign, delivery', alone.quiet.delivery, beside('quiet', 'delivery')),
      {
        what: 'memory of the command service during a campaign',
        measured: most - idle,
        unit: 'MB more',
        target: { under: 64 },
        detail: { idle, most },
      },
    ];
  } finally {
    own.attendant.close();
    quiet.attendant.close();
  }
};
