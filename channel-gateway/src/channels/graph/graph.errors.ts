import type { SendFailure } from '@prosa/contracts';
import type { GraphError } from './graph.client.ts';

/**
 * The meaning of a Graph error for a message. `chat`: only the chat must wait. `unknown`: the message may have been sent. Errors
 * that mean none of this refuse the message.
 */
export type Verdict =
  | 'not now'
  | 'slow down'
  | 'slow chat'
  | 'token'
  | 'unknown'
  | 'restricted'
  | 'window'
  | 'not-there'
  | 'media'
  | 'template'
  | 'payment'
  | 'refused';

/** By code, or by code and subcode, which comes first. */
const VERDICTS: Record<string, Verdict> = {
  1: 'unknown',
  2: 'not now',
  1200: 'not now',
  131000: 'not now',
  131016: 'not now',
  131057: 'not now',
  4: 'slow down',
  32: 'slow down',
  613: 'slow down',
  80007: 'slow down',
  130429: 'slow down',
  131056: 'slow chat',
  368: 'restricted',
  131031: 'restricted',
  131048: 'restricted',
  '10/1893063': 'restricted',
  131047: 'window',
  '10/2018278': 'window',
  '10/2534022': 'window',
  131026: 'not-there',
  131030: 'not-there',
  551: 'not-there',
  '100/2018001': 'not-there',
  131052: 'media',
  131053: 'media',
  '100/2018047': 'media',
  131042: 'payment',
  10: 'token',
  190: 'token',
  131005: 'token',
};

export const verdictOf = ({ code, subcode }: Pick<GraphError, 'code' | 'subcode'>): Verdict => {
  const verdict = VERDICTS[`${code}/${subcode}`] ?? VERDICTS[code];
  if (verdict) return verdict;
  if (code >= 200 && code <= 299) return 'token';
  return code >= 132_000 && code <= 132_999 ? 'template' : 'refused';
};

/** Why a message has failed, as attendants see it. */
export const failureOf = (verdict: Verdict): SendFailure => {
  switch (verdict) {
    case 'not now':
      return 'unavailable';
    case 'slow down':
    case 'slow chat':
      return 'rate';
    case 'token':
      return 'disconnected';
    case 'unknown':
      return 'no-answer';
    default:
      return verdict;
  }
};
