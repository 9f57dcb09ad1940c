#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Facts } from './check/findings.ts';
import { sentenceOf } from './check/sentence.ts';
import { verify } from './check/verify.ts';
import { openFile } from './node/file.ts';
import { nodeHasher } from './node/hasher.ts';

const USAGE = `prosa-verify FILE [--key KEY] [--head FILE]… [--json]

  --key   the installation's key as it was published, or a file that contains it
  --head  a signed head that was kept elsewhere, with or without a proof of consistency
  --json  prints the result as JSON

Ends with 0 if nothing was found, with 1 if something was, with 2 if the file cannot be read.
`;

const fileOr = (text: string): string => {
  try {
    return readFileSync(text, 'utf8');
  } catch {
    return text;
  }
};

const summary = ({ origin, key, signedAt, treeSize, exportedAt, events, shown, covered }: Facts): string =>
  [
    `log       ${origin ?? 'unknown'}`,
    `key       ${key ?? 'unknown'}`,
    `head      ${treeSize ?? '?'} events, signed ${signedAt === null ? 'at an unknown time' : new Date(signedAt * 1_000).toISOString()}`,
    `exported  ${exportedAt ?? 'unknown'}: ${events} events, ${shown} values shown, ${covered} covered`,
  ].join('\n');

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, head: { type: 'string', multiple: true, default: [] }, json: { type: 'boolean' } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) {
    process.stderr.write(USAGE);
    return 2;
  }
  const source = await openFile(path);
  const heads = values.head.map((file) => readFileSync(file, 'utf8'));
  const report = await verify(source, nodeHasher, { key: values.key === undefined ? undefined : fileOr(values.key), heads });
  await source.close();
  const { findings, facts } = report;
  if (values.json) process.stdout.write(`${JSON.stringify(report, null, 1)}\n`);
  else {
    const trust =
      values.key === undefined ? '\nCompare the key with the one that the installation has published, or give it by --key.' : '';
    const result = findings.length === 0 ? `Nothing was changed.${trust}` : findings.map(sentenceOf).join('\n');
    process.stdout.write(`${summary(facts)}\n\n${result}\n`);
  }
  return findings.length === 0 ? 0 : 1;
};

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
