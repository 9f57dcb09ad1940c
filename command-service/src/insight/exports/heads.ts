import { createHash } from 'node:crypto';
import { type AuditHead, Refused } from '@prosa/contracts';
import { derivedKey } from '@prosa/infra/runtime';
import {
  consistencyRanges,
  headText,
  keptHeadText,
  keyText,
  nodeHasher,
  rootOf,
  type Sign,
  signHead,
  signingKey,
  type VerifierKey,
} from '@prosa/infra/verify';
import type { Deps } from '../../kernel/deps.ts';
import { type Tree, treeOf, treeSize } from '../audit-tree/tree.rows.ts';

const { sha256 } = nodeHasher;

export type Signed = { size: number; root: Uint8Array; signedAt: Date; note: string };
type Row = { size: string; root: Buffer; signed_at: Date; note: string };
const signedOf = ({ size, root, signed_at: signedAt, note }: Row): Signed => ({ size: Number(size), root, signedAt, note });

/**
 * The installation's Ed25519 key for the log of each company. It is derived of the master key, without which there are no persons' keys
 * either. The logs' names begin with a word of the public key, so no two installations have logs of one name.
 */
export const logKeys = (masterKey: Buffer): { sign: Sign; keyOf: (companyId: string) => VerifierKey } => {
  const { sign, keyOf } = signingKey(derivedKey(masterKey, 'audit-log').export());
  const word = createHash('sha256').update(keyOf('').publicKey).digest('hex').slice(0, 16);
  return { sign, keyOf: (companyId) => keyOf(`prosa-${word}/${companyId}`) };
};

/** Signs the heads of the companies' logs, and keeps them. */
export const auditHeads = ({ pool, log, config, clock }: Pick<Deps, 'pool' | 'log' | 'config' | 'clock'>) => {
  const { sign, keyOf } = logKeys(config.PROSA_KEYS);

  const newest = async (companyId: string): Promise<Signed | null> => {
    const { rows } = await pool.query<Row>(
      'select size, root, signed_at, note from command.audit_head where company_id = $1 order by size desc limit 1',
      [companyId],
    );
    return rows[0] ? signedOf(rows[0]) : null;
  };

  const rootAt = async (tree: Tree, size: number): Promise<Uint8Array> =>
    size === 0 ? rootOf(sha256, []) : tree.nodeAt(0, size);

  /**
   * Signs the log as it is now, unless that is signed already. Throws Refused ERR_LOG_DIFFERS if it does not begin with what was signed
   * before: the stored events were changed, or the log was cut off.
   */
  const current = async (companyId: string): Promise<Signed> => {
    const [size, last] = [await treeSize(pool, companyId), await newest(companyId)];
    const tree = treeOf(pool, companyId);
    if (last && (size < last.size || Buffer.compare(await rootAt(tree, last.size), last.root) !== 0)) {
      log.error({ companyId, size: last.size }, 'the stored events are not those of the last signed head');
      throw new Refused('ERR_LOG_DIFFERS');
    }
    if (last?.size === size) return last;
    const [root, key] = [await rootAt(tree, size), keyOf(companyId)];
    const signedAt = new Date(Math.floor(clock().getTime() / 1_000) * 1_000);
    const text = headText({ origin: key.name, size, root });
    const note = signHead(sha256, key, sign, text, signedAt.getTime() / 1_000);
    const { rows } = await pool.query<Row>(
      `insert into command.audit_head (company_id, size, root, signed_at, note) values ($1, $2, $3, $4, $5)
       on conflict (company_id, size) do update set size = excluded.size returning size, root, signed_at, note`,
      [companyId, size, root, signedAt, note],
    );
    // Whoever collects the logs keeps the heads where the installation cannot change them.
    log.info({ head: note }, 'the log of events is signed');
    return signedOf(rows[0]!);
  };

  /** The newest head with the proof that the log of `old` events is its beginning. Throws Refused ERR_LOG_SIZE, ERR_LOG_DIFFERS. */
  const show = async (companyId: string, old: number | undefined): Promise<AuditHead> => {
    const { size, signedAt, note } = await current(companyId);
    const key = keyOf(companyId);
    const shown = { origin: key.name, key: keyText(sha256, key), size, signedAt: signedAt.toISOString() };
    if (old === undefined) return { ...shown, text: note };
    if (old > size) throw new Refused('ERR_LOG_SIZE');
    const tree = treeOf(pool, companyId);
    const hashes = [];
    for (const range of consistencyRanges(old, size)) hashes.push(await tree.nodeAt(...range));
    return { ...shown, text: keptHeadText(old, hashes, note) };
  };

  /** Signs the logs of all companies that have grown since their last head. */
  const signGrown = async (signal: AbortSignal): Promise<void> => {
    const { rows } = await pool.query<{ company_id: string }>(
      `select company_id from audit.tree t where not exists (
         select from command.audit_head h where h.company_id = t.company_id and h.size = t.size)`,
    );
    for (const { company_id: companyId } of rows) {
      if (signal.aborted) return;
      await current(companyId).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    }
  };

  return { current, show, signGrown, sign, keyOf };
};
