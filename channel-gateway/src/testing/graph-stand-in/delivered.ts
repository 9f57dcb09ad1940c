import type { GraphStandIn } from './graph-stand-in.ts';
import type { Accepted } from './model.ts';
import { sha256 } from './state.ts';

type Part = { body?: string | { text: string }; caption?: string; filename?: string };
type Delivered = { type: 'text' | 'file'; text: string; sha256: string | null; filename: string | null };

/** Messages that a customer has received from an account; one that left in parts, a file and its caption, counts once. */
export const deliveredTo = ({ accepted }: Pick<GraphStandIn, 'accepted'>, account: string, customer: string): Delivered[] => {
  const parts = accepted.filter((one) => one.account === account && one.customer === customer);
  const groups: Accepted[][] = [];
  for (const part of parts) {
    const before = groups.at(-1);
    if (before && part.ours !== null && before[0]!.ours === part.ours) before.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => {
    const file = group.find((part) => part.file)?.file ?? null;
    return {
      type: file ? 'file' : 'text',
      text: group.map(textOf).filter(Boolean).join(' '),
      sha256: file && sha256(file),
      filename: (partOf(group[0]!) as Part).filename ?? null,
    };
  });
};

const partOf = ({ body }: Accepted): object => (body[String(body.type)] ?? body.message ?? {}) as object;
/** The text of one part; of a file its caption, '' if there is none. */
export const textOf = (one: Accepted): string => {
  const { body, caption } = partOf(one) as Part;
  return (typeof body === 'object' ? body.text : body) ?? caption ?? (partOf(one) as { text?: string }).text ?? '';
};
