import type { Identity } from '@prosa/contracts';
import { boundedCache, pause } from '@prosa/infra/runtime';
import type { WAMessageKey } from '@whiskeysockets/baileys';
import { jidOf } from '../wire/nodes.ts';
import type { OpenSocket } from './socket.ts';

/** How long a message waits for its group's name. */
const SUBJECT_MS = 5_000;

/** How long a group's name is taken as known, and of how many. */
const KNOWN = { max: 1_000, ttl: 3_600_000 };

/** Tells the names of groups; null for one that cannot be told soon. */
export const groupSubjects = () => {
  const known = boundedCache<string, string>(KNOWN);
  return async (socket: OpenSocket | null, group: string): Promise<string | null> => {
    const before = known.get(group);
    if (before !== undefined || !socket) return before ?? null;
    const subject = await askSubject(socket, group);
    if (subject !== null) known.set(group, subject);
    return subject;
  };
};
const askSubject = async ({ sock }: OpenSocket, group: string): Promise<string | null> => {
  const over = new AbortController();
  try {
    const asked = sock.groupMetadata(group).then(
      ({ subject }) => subject,
      () => null,
    );
    return await Promise.race([asked, pause(SUBJECT_MS, over.signal).then(() => null)]);
  } finally {
    over.abort();
  }
};

/** The id under which a customer's message is known. In a group its author is part of it: anybody there can name any id. */
export const idByAuthor = (id: string, author: Identity | undefined): string => (author ? `${id}/${author.value}` : id);

/** A message that is known under such an id, as Baileys names it. */
export const messageKey = (chat: Identity, channelId: string): WAMessageKey => {
  const [id = '', author] = channelId.split('/');
  const participant = author && (author.includes('@') ? author : `${author}@s.whatsapp.net`);
  return { remoteJid: jidOf(chat), id, ...(participant && { participant }) };
};
