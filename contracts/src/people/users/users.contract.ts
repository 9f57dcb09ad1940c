import { z } from 'zod';
import { event, type FactOf, personal, route, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { Code } from '../two-step/two-step.contract.ts';
import { Availability, availabilityEvents, presenceEvents } from './presence.events.ts';

export const ProfileName = z.enum(['admin', 'supervisor', 'user', 'auditor'], { error: 'Required' });

const fields = {
  name: f.name,
  email: f.email,
  profile: ProfileName.default('user'),
  queueIds: z.array(f.id).max(200).default([]),
  sectorId: f.id.nullable().default(null),
};
const stored = z.object({
  userId: f.id,
  name: personal(z.string(), 'userId'),
  email: personal(z.string(), 'userId'),
  profile: ProfileName,
  super: z.boolean(),
  queueIds: z.array(f.id),
});
const sectorId = f.id.nullable();

/** Stream `users-{companyId}`: one per company, because their number is limited. Events never contain passwords. */
export const userEvents = {
  UserCreated: event('UserCreated', stored.extend({ sectorId: sectorId.default(null) }), 3, [
    (data) => ({ ...data, sectorId: null }),
    unchanged, // `auditor` is a further profile
  ]),
  UserChanged: event('UserChanged', stored.partial().extend({ userId: f.id, sectorId: sectorId.optional() }), 3, [
    unchanged,
    unchanged,
  ]),
  /** Records that the password changed, and by whom (the event's actor); no event contains the password. */
  PasswordChanged: event('PasswordChanged', z.object({ userId: f.id })),
  UserDeleted: event('UserDeleted', z.object({ userId: f.id })),
  /** A link is mailed by which the user sets their first password; until they have one the invitation is open. */
  UserInvited: event('UserInvited', z.object({ userId: f.id, language: f.language })),
  /** A link is mailed by which the user confirms their e-mail, which counts as unconfirmed from then on. */
  EmailCheckRequested: event('EmailCheckRequested', z.object({ userId: f.id, language: f.language })),
  EmailVerified: event('EmailVerified', z.object({ userId: f.id })),
  /**
   * The user asked for another e-mail. A link is mailed there; until it is opened the old one stays in force. A later request, a
   * changed e-mail and a new password end it.
   */
  EmailChangeRequested: event(
    'EmailChangeRequested',
    z.object({ userId: f.id, email: personal(z.string(), 'userId'), language: f.language }),
  ),
  EmailChangeDropped: event('EmailChangeDropped', z.object({ userId: f.id })),
  /** `mediaId`: the file of the own picture, null if there is none any more; `replaces`: that of the picture before. */
  UserPictureChanged: event(
    'UserPictureChanged',
    z.object({ userId: f.id, mediaId: f.id.nullable(), replaces: f.id.nullable() }),
  ),
};
export type UserFact = FactOf<typeof userEvents>;

export const QueueBrief = z.object({ id: f.id, name: z.string(), color: z.string() });
export const SectorBrief = z.object({ id: f.id, name: z.string() });
export const UserView = z.object({
  id: f.id,
  companyId: f.id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  profile: ProfileName,
  super: z.boolean(),
  queueIds: z.array(f.id),
  queues: z.array(QueueBrief),
  /** The sector, if it still exists. */
  sectorId,
  sector: SectorBrief.nullable(),
  /** Signed in, and one of their screens is open. */
  online: z.boolean(),
  /** Of who is online: what they chose, or `away` if they have touched nothing for a while. Of others: what they chose last. */
  availability: Availability,
  /** When a screen of somebody who is not online was last open; null if that is not known. */
  lastSeenAt: f.at.nullable(),
  /** When the user was invited last; null if they were not, or have a password since. */
  invitedAt: f.at.nullable(),
  /** False while the link that was mailed to their address has not been opened. */
  emailVerified: z.boolean(),
  /** The e-mail that they asked for and have not confirmed; null if there is none. */
  pendingEmail: z.string().nullable(),
  /** The address of their picture, valid for some hours; null if they have none. */
  profilePicUrl: z.string().nullable(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type UserView = z.output<typeof UserView>;

const list = z.object({ users: z.array(UserView), count: z.number(), hasMore: z.boolean() });
/** The refusals of a new password that is easily guessed. */
export const weakPassword = ['ERR_PASSWORD_COMMON', 'ERR_PASSWORD_IS_EMAIL'] as const;
/** The fields by which pages of users can be ordered. */
export const userOrders = ['name', 'email'] as const;

/** The reply to a command on a user: the fields that the command side knows itself. */
const Changed = UserView.omit({
  queues: true,
  sector: true,
  online: true,
  availability: true,
  lastSeenAt: true,
  profilePicUrl: true,
});

export const userRoutes = {
  list: route({
    call: 'GET /users/',
    may: 'signed-in',
    summary:
      'Users of the own company, found and ordered by name or e-mail. Pages by number, or by the `cursor` of the reply before. Of a search at most 1,000 are counted: `atLeast` where there may be more.',
    query: f.ordered(userOrders).extend(f.after.shape),
    reply: list.extend({ ...f.counted.shape, cursor: z.string().nullable() }),
  }),
  listAll: route({
    call: 'GET /users/list',
    may: 'signed-in',
    summary: 'All users of the own company, unpaged.',
    query: f.after.extend({ searchParam: f.search }),
    reply: list,
  }),
  show: route({
    call: 'GET /users/:id',
    may: 'signed-in',
    summary: 'One user: oneself, or any for administrators and auditors.',
    params: f.idParam,
    missing: 'ERR_NO_USER_FOUND',
    query: f.after,
    refuses: ['ERR_NO_PERMISSION'],
    reply: UserView,
  }),
  create: route({
    call: 'POST /users',
    may: 'users:write',
    summary: 'Creates a user of the own company. An `auditor` has no queues, and takes no user of the plan.',
    body: z.object({ ...fields, password: f.password }),
    refuses: [
      ...weakPassword,
      'ERR_USER_CREATION_DISABLED',
      'ERR_DUPLICATED_EMAIL',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_SECTOR_FOUND',
      'ERR_NO_USER_FOUND',
    ],
    reply: Changed,
    status: 201,
  }),
  change: route({
    call: 'PUT /users/:id',
    may: 'signed-in',
    scope: 'users:write',
    summary:
      'Changes a user: oneself (name, e-mail, password), or any and everything for administrators (a platform-level user only for such). A blank password keeps the old one. Whoever changes a password or an e-mail, also somebody else’s, names their own current password, for the own e-mail also a code where two-step sign-in is on. A new own e-mail is `pendingEmail` until the link that is mailed there is opened (where no mails are sent, it counts at once); the current one drops it. With a new password the caller gets a new refresh cookie; one that somebody else sets ends the user’s session.',
    params: f.idParam,
    missing: 'ERR_NO_USER_FOUND',
    body: z
      .object({
        ...fields,
        profile: ProfileName,
        queueIds: z.array(f.id).max(200),
        sectorId,
        password: z.union([z.literal(''), f.password]),
        currentPassword: f.text(200),
        /** A code of the caller's own authenticator app. */
        code: Code,
        /** The user's `updatedAt` that the caller knows: if somebody has changed the user since, nothing is changed. */
        seenAt: f.at,
      })
      .partial(),
    refuses: [
      'ERR_MAILED_LINK_ONLY',
      'ERR_NO_PERMISSION',
      'ERR_CHANGED_MEANWHILE',
      ...weakPassword,
      'ERR_LAST_ADMINISTRATOR',
      'ERR_USER_CREATION_DISABLED',
      'ERR_DUPLICATED_EMAIL',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_SECTOR_FOUND',
      'ERR_TOO_MANY_REQUESTS',
    ],
    reply: Changed,
  }),
  delete: route({
    call: 'DELETE /users/:id',
    may: 'users:write',
    summary: 'Deletes a user; their open tickets go back to their queues.',
    params: f.idParam,
    missing: 'ERR_NO_USER_FOUND',
    refuses: ['ERR_LAST_ADMINISTRATOR'],
    reply: z.null(),
  }),
  setAvailability: route({
    call: 'PUT /users/me/availability',
    may: 'tickets:serve',
    person: true,
    summary:
      'Says whether the caller takes new tickets (`available`) or not (`busy`, `away`). What they have stays theirs. Colleagues see it.',
    body: z.object({ availability: Availability }),
    refuses: ['ERR_NO_USER_FOUND'],
    reply: z.object({ availability: Availability }),
  }),
  setPicture: route({
    call: 'PUT /auth/picture',
    may: 'signed-in',
    person: true,
    summary:
      'Sets the own picture (multipart/form-data, one part of any name): a JPEG, PNG or WebP of at most 5 MB, of which a square of 256 pixels is kept, without what the camera wrote into it. Colleagues see it.',
    upload: { maxBytes: limits.userPictureBytes, kinds: ['image'], many: false },
    refuses: ['ERR_VALIDATION', 'ERR_NO_USER_FOUND', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_KIND', 'ERR_MEDIA_STORE'],
    /** A repeat gets the picture that counts now. */
    reply: z.object({ profilePicUrl: z.string().nullable() }),
  }),
  removePicture: route({
    call: 'DELETE /auth/picture',
    may: 'signed-in',
    person: true,
    summary: 'Removes the own picture.',
    refuses: ['ERR_NO_USER_FOUND'],
    reply: z.null(),
  }),
};

export const users = manifest({
  name: 'users',
  events: { ...userEvents, ...presenceEvents, ...availabilityEvents },
  routes: userRoutes,
  pushes: {
    user: ['create', 'update', 'delete'],
  },
  permissions: {
    'users:write': ['admin'],
    'user-modal:editProfile': ['admin'],
    'user-modal:editQueues': ['admin'],
  },
  errors: {
    ERR_NO_USER_FOUND: { status: 404, message: 'Nenhum usuário encontrado com este número.' },
    ERR_CHANGED_MEANWHILE: {
      status: 409,
      message: 'Outra pessoa mudou este registro agora mesmo. Confira os campos e salve de novo.',
    },
    ERR_LAST_ADMINISTRATOR: { status: 409, message: 'A empresa precisa de ao menos um administrador.' },
    ERR_USER_CREATION_DISABLED: { status: 403, message: 'A criação de usuários está desativada.' },
    ERR_PASSWORD_COMMON: {
      status: 422,
      message: 'Esta senha é uma das mais usadas, e por isso fácil de adivinhar. Escolha outra.',
    },
    ERR_PASSWORD_IS_EMAIL: { status: 422, message: 'A senha não pode ser o próprio e-mail. Escolha outra.' },
    ERR_DUPLICATED_EMAIL: { status: 409, message: 'Já existe um usuário com este e-mail.' },
  },
});
