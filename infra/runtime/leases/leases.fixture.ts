import { randomUUID } from 'node:crypto';
import { connectPg } from '../kernel/pg.ts';
import { lease } from './leases.ts';

/** A process for leases/leases.crash.test.ts that prints what happens to its lease, and each time it would have worked under it. */
const pool = connectPg(process.env.DATABASE_URL ?? '');
const say = (words: string): void => void process.stdout.write(`${words}\n`);
const mine = lease({
  pool,
  name: 'stopped',
  owner: randomUUID(),
  ttlMs: Number(process.env.TERM_MS),
  renewMs: 100,
  onGained: (epoch) => say(`gained ${epoch}`),
  onLost: () => say('lost'),
});
setInterval(() => {
  if (mine.held()) say('working');
}, 5);
