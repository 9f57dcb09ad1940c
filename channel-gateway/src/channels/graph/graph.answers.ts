import type { GraphError } from './graph.client.ts';

const EXPIRED = 463;

/** Why a token cannot be used: a short code for the field. */
export const wrongTokenOf = ({
  code,
  subcode,
}: Pick<GraphError, 'code' | 'subcode'>): 'expired' | 'invalid' | 'missing-permission' => {
  if (code === 190) return subcode === EXPIRED ? 'expired' : 'invalid';
  return 'missing-permission';
};
