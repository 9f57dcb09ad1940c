import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata, ServiceError, UntypedServiceImplementation } from '@grpc/grpc-js';
import { unauthenticated } from './failures.ts';
import { authorizationOf } from './password.ts';

type Call = { metadata: Metadata; emit: (event: 'error', error: ServiceError) => boolean };
type Handle = (call: Call, answer?: (error: ServiceError) => void) => void;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The same service, for those alone who bring the password: each call anew, as a connection may be shared. Nothing of a refused call
 * reaches the store. Without a password it is open to whoever reaches its port.
 */
export const guarded = <Service extends object>(service: Service, password: string | undefined): Service => {
  if (password === undefined) return service;
  const expected = digest(authorizationOf(password));
  // Digests are of one length and tell nothing of how much of a guess was right.
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
