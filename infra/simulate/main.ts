import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { readConversations } from './conversations.ts';
import { type Demo, simulate } from './simulate.ts';

const usage = `Plays recorded conversations against a running Prosa.

  npm run simulate -- --input FILE.jsonl.gz [--conversations N] [--concurrency C] [--speed X] [--url URL] [--data FOLDER]

  --input          conversations, one JSON object a line: {"id", "turns": [{"from": "customer" | "agent", "text", "at"?}]}
  --conversations  how many of them (100)
  --concurrency    how many at once (10)
  --speed          how much faster than recorded; without it nobody waits between turns
  --url            where Prosa is (http://localhost:8080)
  --data           its data folder, where demo.json is (PROSA_DATA or .prosa)`;

const { values } = parseArgs({
  options: {
    input: { type: 'string' },
    conversations: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '10' },
    speed: { type: 'string' },
    url: { type: 'string', default: 'http://localhost:8080' },
    data: { type: 'string', default: process.env.PROSA_DATA ?? '.prosa' },
    help: { type: 'boolean', default: false },
  },
});
const demoFile = join(values.data, 'demo.json');
const problem = !values.input
  ? 'Name the conversations in --input.'
  : !existsSync(values.input)
    ? `There is no file ${values.input}.`
    : !existsSync(demoFile)
      ? `There is no ${demoFile}: start Prosa with its demo first, or name its folder in --data.`
      : null;
if (values.help || problem) {
  console.log(values.help ? usage : `${problem}\n\n${usage}`);
  process.exit(values.help ? 0 : 2);
}

const bar = new SingleBar(
  { format: '{phase} {bar} {value}/{total} · {eta_formatted}', hideCursor: true, noTTYOutput: false },
  Presets.shades_classic,
);
let phase = '';
const result = await simulate({
  url: values.url.replace(/\/$/, ''),
  demo: JSON.parse(readFileSync(demoFile, 'utf8')) as Demo,
  conversations: await readConversations(values.input!, Number(values.conversations)),
  concurrency: Math.max(1, Number(values.concurrency)),
  speed: values.speed ? Number(values.speed) : Number.POSITIVE_INFINITY,
  onProgress: ({ phase: now, done, of }) => {
    if (phase !== now) {
      if (phase) bar.stop();
      bar.start(of, 0, { phase: now === 'play' ? 'Playing ' : 'Checking' });
      phase = now;
    }
    bar.update(done);
  },
  onError: (error) => console.error(`\n${error.message}`),
});
bar.stop();
const { inboundToScreenMs, commandMs, ...counts } = result;
console.table(counts);
console.table({ 'inbound to screen (ms)': inboundToScreenMs, 'command (ms)': commandMs });
console.log(JSON.stringify(result));
process.exit(result.lost + result.duplicated + result.outOfOrder + result.errors === 0 ? 0 : 1);
