import type { RouteDefinition } from '../kernel/contract.ts';
import type { ErrorCode } from './catalogue.ts';

/** The refusals for an invalid or expired token, a token of an ended session (with the reason), and a token of a stopped company. */
const withoutSession: ErrorCode[] = [
  'ERR_UNAUTHENTICATED',
  'ERR_SESSION_EXPIRED',
  'ERR_PASSWORD_CHANGED',
  'ERR_SESSION_ENDED_FOR_SAFETY',
  'ERR_COMPANY_STOPPED',
];
/** The refusals for an API key, or a token of a connection, of a company whose subscription is over; people cannot sign in then. */
const ofProgram: ErrorCode[] = ['ERR_SUBSCRIPTION_EXPIRED'];

const callerRefusals = (may: string, isForPeople: boolean): ErrorCode[] => {
  if (may === 'public') return [];
  if (may === 'connection-token') return ['ERR_UNAUTHENTICATED', 'ERR_COMPANY_STOPPED', ...ofProgram];
  return [...withoutSession, 'ERR_NO_PERMISSION', ...(isForPeople ? [] : ofProgram)];
};

/**
 * All codes with which a call may be refused: its own (`refuses`, `missing`), and those of its kind, which calls do not declare:
 * authentication, permission, an address that there is not, validation, a reused idempotency key, a read that is behind, a server that is unavailable.
 */
export const refusalsOf = (route: RouteDefinition): ErrorCode[] => {
  const { call, may, person, params, query, body, missing, refuses = [] } = route;
  const isSession = /^\w+ \/auth\//.test(call);
  const isRead = call.startsWith('GET ');
  const codes: (string | false | undefined)[] = [
    'ERR_BAD_REQUEST',
    ...callerRefusals(may, person === true),
    (query !== undefined || body !== undefined || (params !== undefined && !missing) || (!isRead && !isSession)) &&
      'ERR_VALIDATION',
    params !== undefined && 'ERR_NOT_FOUND',
    missing,
    ...refuses,
    isRead && may === 'public' && 'ERR_TOO_MANY_REQUESTS',
    !isRead && !isSession && 'ERR_IDEMPOTENCY_MISMATCH',
    !isRead && 'ERR_TOO_LARGE',
    !isRead && 'ERR_REQUEST_TIMEOUT',
    isRead && !isSession && 'ERR_BEHIND',
    'ERR_BUSY',
    'ERR_INTERNAL',
  ];
  return [...new Set(codes.filter((code): code is ErrorCode => typeof code === 'string'))];
};
