import { setTimeout as wait } from 'node:timers/promises';
import type { ImportView } from '@prosa/contracts';
import { signIn } from '../simulate/client.ts';
import { importFile } from '../testing/import-file.ts';
import type { Product } from '../testing/product.ts';
import { memoryOf } from './memory.bench.ts';
import { settle } from './players.ts';
import { type Lag, measureQuiet, shadowsOf } from './quiet.ts';
import { type Finding, rounded } from './report.ts';

const ROWS = 20_000;
const ALONE_SECONDS = 15;
/** The other company is measured in pieces of this length for as long as the import runs. */
const PIECE_SECONDS = 5;
const SAMPLE_MS = 500;

/** A file of contacts that is the same in each run: every tenth has an e-mail. */
const seeded = (rows: number): string => {
  const line = (n: number) => `Cliente ${n} da Feira;55119${70_000_000 + n};${n % 10 === 0 ? `cliente${n}@exemplo.com.br` : ''}`;
  return ['Nome;Número;E-mail', ...Array.from({ length: rows }, (_, n) => line(n))].join('\r\n');
};

/**
 * A large import: its rows per second, what it does to another company's messages, and by how much it makes the command service grow beside
 * the process that reads the file.
 */
export const benchImporting = async (product: Product): Promise<Finding[]> => {
  const { demo, url } = product;
  const other = demo.other as typeof demo;
  const quiet = await settle(product, other, '', 800);
  const measure = (seconds: number): Promise<Lag> => measureQuiet(product, other.connection, quiet, seconds);
  const heldByCommands = (): number =>
    memoryOf(product.children.find(({ name }) => name === 'command-1')!.pid()!).parts['command-service']!;
  const admin = await signIn(url, demo.users[0]!.email, demo.users[0]!.password);
  try {
    await measure(ALONE_SECONDS);
    const alone = await measure(ALONE_SECONDS);
    const idle = heldByCommands();
    let most = idle;
    const sampling = setInterval(() => {
      most = Math.max(most, heldByCommands());
    }, SAMPLE_MS);
    const sent = performance.now();
    const { id } = await importFile(url, admin.token(), { name: 'feira.csv', bytes: seeded(ROWS) });
    const begun = performance.now();
    let ended: ImportView | null = null;
    let endedAt = 0;
    const follow = async (): Promise<void> => {
      while (!ended) {
        await wait(SAMPLE_MS);
        const view = await admin.get<ImportView>(`/imports/${id}`);
        if (view.status !== 'finished') continue;
        endedAt = performance.now();
        ended = view;
      }
    };
    const following = follow();
    const pieces: Lag[] = [];
    while (!ended) pieces.push(await measure(PIECE_SECONDS));
    await following;
    clearInterval(sampling);
    const { created } = (ended as ImportView).counts;
    if (created !== ROWS) throw new Error(`${created} of ${ROWS} rows became contacts.`);
    const seconds = (endedAt - begun) / 1_000;
    const beside = (of: keyof Lag) => pieces.flatMap((piece) => piece[of]);
    return [
      {
        what: `an import of ${ROWS} contacts`,
        measured: Math.round(ROWS / seconds),
        unit: 'rows/s',
        target: { atLeast: 500 },
        detail: { rows: ROWS, seconds: rounded(seconds, 1), readingSeconds: rounded((begun - sent) / 1_000, 1) },
      },
      shadowsOf('an import, inbound to screen', alone.screen, beside('screen')),
      shadowsOf('an import, delivery', alone.delivery, beside('delivery')),
      {
        what: 'memory of the command service during an import',
        measured: most - idle,
        unit: 'MB more',
        target: { under: 64 },
        detail: { idle, most },
      },
    ];
  } finally {
    quiet.attendant.close();
  }
};
