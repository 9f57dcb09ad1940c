import type { Identity } from '@prosa/contracts';
import { pause } from '@prosa/infra/runtime';
import type { WAMessageKey } from '@whiskeysockets/baileys';
import { jidOf } from './whatsapp.nodes.ts';
import type { OpenSocket } from './whatsapp.socket.ts';

/** How long a message waits for its group's name. */
const SUBJECT_MS = 5_000;

/** The name of a group; null if it cannot be told soon. */
export const subjectOf = async (socket: OpenSocket | null, group: string): Promise<string | null> => {
  if (!socket) return null;
  const over = new AbortController();
  try {
    const asked = socket.sock.groupMetadata(group).then(
      ({ subject }) => subject,
      () => null,
    );
    return await Promise.race([asked, pause(SUBJECT_MS, over.signal).then(() => null)]);
  } finally {
    over.abort();
  }
};

/** The messages of a chat as Baileys names them. A group's message names its author behind its id. */
export const readKeys = (to: Identity, channelIds: readonly string[]): WAMessageKey[] =>
  channelIds.map((channelId) => {
    const [id = '', author] = channelId.split('/');
    const participant = author && (author.includes('@') ? author : `${author}@s.whatsapp.net`);
    return { remoteJid: jidOf(to), id, ...(participant && { participant }) };
  });
