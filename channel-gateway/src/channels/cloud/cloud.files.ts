import { type GraphClient, GraphError } from '../graph/graph.client.ts';
import { download } from '../graph/graph.files.ts';
import { textOf } from '../graph/graph.lines.ts';
import type { Account } from '../graph/graph.session.ts';
import { Gone } from '../provider.port.ts';
import type { CloudSource } from './cloud.content.ts';

/** Graph's code for what does not exist, or not any more. */
const NOT_THERE = 100;

/** Downloads a customer's file: its id gives an address that is valid for some minutes. Throws as `download`. */
export const fetchCloudFile = async (
  client: GraphClient,
  { token }: Account,
  source: string,
  { graphUrl, signal }: { graphUrl: string; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> => {
  const { id, sha256 } = JSON.parse(source) as CloudSource;
  const facts = await client.get(id, { token, signal }).catch((error: unknown) => {
    throw error instanceof GraphError && error.code === NOT_THERE ? new Gone('WhatsApp no longer has the file.') : error;
  });
  const hash = sha256 === null ? textOf(facts.sha256) : Buffer.from(sha256, 'base64').toString('hex');
  return download(textOf(facts.url) ?? '', { graphUrl, token, sha256: hash, signal });
};
