import { readFileSync } from 'node:fs';
import { Presets, SingleBar } from 'cli-progress';
import { opening } from './channels.ts';
import { CallFailed } from './client.ts';
import { readConversations } from './conversations.ts';
import { type Options, readOptions, Unusable, usage } from './options.ts';
import { type Demo, type Result, simulate } from './simulate.ts';

const run = async ({ input, conversations, data, channel, peer, ...options }: Options): Promise<Result> => {
  const bar = new SingleBar(
    { format: '{phase} {bar} {value}/{total} · {eta_formatted}', hideCursor: true, noTTYOutput: false },
    Presets.shades_classic,
  );
  let phase = '';
  try {
    return await simulate({
      ...options,
      ...opening(channel, peer),
      demo: JSON.parse(readFileSync(data, 'utf8')) as Demo,
      conversations: readConversations(input, conversations),
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
  } finally {
    bar.stop();
  }
};

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    console.log(usage);
    process.exit(0);
  }
  const result = await run(options);
  const { inboundToScreenMs, commandMs, ...counts } = result;
  console.table(counts);
  console.table({ 'inbound to screen (ms)': inboundToScreenMs, 'command (ms)': commandMs });
  console.log(JSON.stringify(result));
  process.exit(result.lost + result.duplicated + result.outOfOrder + result.different + result.errors === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof Unusable || error instanceof CallFailed)) throw error;
  console.error(error instanceof Unusable ? `${error.message}\n\n${usage}` : error.message);
  process.exit(2);
}
