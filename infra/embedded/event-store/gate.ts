import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata, ServiceError, UntypedServiceImplementation } from '@grpc/grpc-js';
import { unauthenticated } from './failures.ts';
import { authorizationOf } from './password.ts';

type Call = { metadata: Metadata; emit: (event: 'error', error: ServiceError) => boolean };
type Handle = (call: Call, answer?: (error: ServiceError) => void) => void;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Wraps the service so that every call must carry the password: each call is checked, because a connection may be shared. A refused call
 * never reaches the store. Without a password the service is open to everybody who can reach its port.
 */
export const guarded = <Service extends object>(service: Service, password: string | undefined): Service => {
  if (password === undefined) return service;
  const expected = digest(authorizationOf(password));
  // Digests have equal length, and comparing them does not reveal how much of a guess was right.
  const isOurs = (metadata: Metadata) => timingSafeEqual(digest(String(metadata.get('authorization')[0] ?? '')), expected);
  const guard = (handle: Handle): Handle => {
    return (call, answer) => {
      if (isOurs(call.metadata)) handle(call, answer);
      else if (answer) answer(unauthenticated());
      else call.emit('error', unauthenticated());
    };
  };
  const entries = Object.entries(service as UntypedServiceImplementation);
  return Object.fromEntries(entries.map(([name, handle]) => [name, guard(handle as unknown as Handle)])) as Service;
};
