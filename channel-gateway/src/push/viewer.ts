import {
  EndReason,
  type ErrorCode,
  isStopped,
  ProfileName,
  refusalOfEnded,
  roomsOfUser,
  tellingChannels,
  type Viewer,
} from '@prosa/contracts';
import { z } from 'zod';
import type { Change, Entry } from './entry.ts';

/** The user of a socket, as far as it matters for pushes. */
export type LiveViewer = Viewer & { companyId: string; version: number; super: boolean };

const User = z.object({
  profile: ProfileName,
  queueIds: z.array(z.string()),
  super: z.boolean().default(false),
});
const Company = z.object({ status: z.boolean().default(true) });
const Settings = z.array(z.object({ key: z.string(), value: z.string() }));
const Auth = z.object({ userId: z.string(), version: z.number(), ended: EndReason.nullish() });
const parsed = <Schema extends z.ZodType>(schema: Schema, record: Buffer): z.output<Schema> | null => {
  const result = schema.safeParse(JSON.parse(record.toString()));
  return result.success ? result.data : null;
};

/** The settings contained in a change of `setting` (one) or `company` (all). */
const settingsOf = ({ channel, record }: Change): { key: string; value: string }[] => {
  if (record === null) return [];
  if (channel === 'company') return parsed(z.object({ settings: Settings }), record)?.settings ?? [];
  return parsed(Settings, Buffer.concat([Buffer.from('['), record, Buffer.from(']')])) ?? [];
};

/** How a socket ends: closed with a refusal, or with the notice of a newer sign-in. */
type End = { refused: ErrorCode } | { signedInElsewhere: Change };

/** Returns the viewer after a change in their own company, or the end of their session. */
const afterChange = (viewer: LiveViewer, change: Change): { viewer: LiveViewer } | End => {
  const { channel, id, record } = change;
  if (channel === 'user' && id === viewer.userId) {
    if (record === null) return { refused: 'ERR_UNAUTHENTICATED' };
    const user = parsed(User, record);
    return { viewer: user ? { ...viewer, profile: user.profile, queueIds: user.queueIds, super: user.super } : viewer };
  }
  if (channel === 'queue' && record === null)
    return { viewer: { ...viewer, queueIds: viewer.queueIds.filter((queueId) => queueId !== id) } };
  if (channel === 'company' && record !== null && isStopped(parsed(Company, record), viewer))
    return { refused: 'ERR_COMPANY_STOPPED' };
  if (channel === 'setting' || channel === 'company') {
    const grey = settingsOf(change).find(({ key }) => key === 'VerFilaCinza');
    return { viewer: grey ? { ...viewer, seesGrey: grey.value === 'enabled' } : viewer };
  }
  if (channel === 'auth' && record !== null) {
    const auth = parsed(Auth, record);
    if (auth?.userId === viewer.userId && auth.version > viewer.version)
      return auth.ended ? { refused: refusalOfEnded(auth.ended) } : { signedInElsewhere: change };
  }
  return { viewer };
};

export type Told = { viewer: LiveViewer; moved: boolean } | { end: End };

/** Whether an entry can change anybody's rooms: most cannot, and then no socket is checked. */
export const tellsOfUsers = ({ changes }: Entry): boolean =>
  changes !== 'refetch' && changes.some(({ channel }) => tellingChannels.has(channel));

/** Applies an entry to a viewer; `moved` if their rooms changed. */
export const afterEntry = (before: LiveViewer, { companyId, changes }: Entry): Told => {
  if (changes === 'refetch' || companyId !== before.companyId) return { viewer: before, moved: false };
  let viewer = before;
  let end: End | null = null;
  for (const change of changes) {
    if (!tellingChannels.has(change.channel)) continue;
    const after = afterChange(viewer, change);
    if ('viewer' in after) viewer = after.viewer;
    // The deletion of the user takes precedence, as it also ends the session.
    else if (end === null || change.channel === 'user') end = after;
  }
  if (end) return { end };
  const rooms = new Set(roomsOf(before));
  const now = roomsOf(viewer);
  return { viewer, moved: now.length !== rooms.size || now.some((room) => !rooms.has(room)) };
};

export const roomsOf = (viewer: LiveViewer): string[] => [...new Set(roomsOfUser(viewer.companyId, viewer))];
