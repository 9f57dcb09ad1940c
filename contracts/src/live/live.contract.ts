import { z } from 'zod';
import { route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { manifest } from '../kernel/manifest.ts';
import { ProfileName } from '../people/users/users.contract.ts';

/** The codes with which `/live` closes a socket. */
export const liveCloseCodes = {
  restart: 1012,
  unauthenticated: 4001,
  signedInElsewhere: 4002,
  badFrame: 4003,
  tooSlow: 4008,
  /** The client sent more frames than a screen needs, or its user has too many sockets: reconnect later. */
  tooMany: 4029,
} as const;

/** The user of a socket: the hub requests it from the projection side at `hello`; its position makes it comparable with pushes. */
export const LiveMe = z.object({
  userId: f.id,
  companyId: f.id,
  profile: ProfileName,
  queueIds: z.array(f.id),
  seesGrey: z.boolean(),
  /** Platform-level: the socket stays open when the company is stopped. */
  super: z.boolean().default(false),
  version: z.number().int(),
  rooms: z.array(z.string()),
  position: f.position,
});
export type LiveMe = z.output<typeof LiveMe>;

export const liveRoutes = {
  me: route({
    call: 'GET /live/me',
    may: 'signed-in',
    person: true,
    summary: 'The rooms of the caller, as of a position.',
    reply: LiveMe,
  }),
};

export const live = manifest({
  name: 'live',
  routes: liveRoutes,
});
