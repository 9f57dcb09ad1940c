import { fields, type Identity, isIdentity } from '@prosa/contracts';
import { isLasting, type Logger, pause, wakeSignal } from '@prosa/infra/runtime';
import type { proto } from '@whiskeysockets/baileys';
import { namedBy } from '../../kernel/names.ts';
import type { Callbacks, MessageName, ReceivedMessage } from '../../provider.port.ts';
import type { Journaled, JournalRow, WhatsAppJournal } from '../signal/journal.ts';
import { idByAuthor } from '../socket/chats.ts';
import { messageIn } from '../wire/bytes.ts';
import { type Attrs, identityOf, isGroup, isLid, isMessageOf, isPhone, userOf } from '../wire/nodes.ts';
import { timeOf } from '../wire/times.ts';
import { type Content, type Named, ONLY_PHONE, readMessage, type Said } from './kinds.ts';
import { hasUnknownParts } from './parts.ts';

const POLL_MS = 5_000;
const AGAIN_MS = 500;
const PAGE = 50;

type Tools = {
  journal: WhatsAppJournal;
  callbacks: Callbacks;
  /** The LID of a number, or the number of a LID, if known. */
  pairOf: (user: string) => Promise<string | null>;
  /** Our id of a message of ours, by the channel's. */
  ownIdOf: (channelId: string) => Promise<string | null>;
  /** Whether a jid is the company's own account. */
  isMe: (jid: string | undefined) => Promise<boolean>;
  /** The identity of a group's author that is in the ids of their messages. */
  authorOf: (identities: readonly [Identity, ...Identity[]]) => Promise<Identity>;
  /** The name of a group, if it can be told. */
  subjectOf: (group: string) => Promise<string | null>;
  /** So many messages are set aside because reporting them failed. */
  setAside: (count: number) => void;
  log: Logger;
};

/**
 * Reports what the journal holds, in the order in which it was decrypted, and then deletes its content there. It needs no socket: what a
 * dead owner has decrypted is reported by the next one. What an earlier release could not read is reported again, if this one can.
 */
export const whatsAppInbox = (connectionId: string, tools: Tools) => {
  const { journal, log } = tools;
  const wake = wakeSignal();
  /** The entry that has failed once. */
  let failedOnce: string | null = null;

  const count = async (): Promise<void> => tools.setAside(await journal.setAside());
  /** An entry that fails twice is shown as a line, and set aside: nothing waits behind what can never be reported. */
  const setAside = async (row: JournalRow, err: unknown): Promise<void> => {
    await tellFault(row, tools);
    await journal.done(row.id, { unread: true, fault: faultOf(err) });
    log.warn({ err, connectionId }, 'a message cannot be reported, it is set aside');
    await count();
  };

  const reportNext = async (row: JournalRow): Promise<void> => {
    try {
      const entry = await row.open();
      const isPeer = entry.attrs.category === 'peer';
      // Messages of our own phone to the device, like its history, are Baileys' to process, again if it was interrupted.
      const isRead = isPeer || (await report(entry, tools)) !== 'unread';
      await journal.done(row.id, { keeps: isPeer, unread: !isRead });
    } catch (error) {
      if (failedOnce !== row.id) {
        failedOnce = row.id;
        throw error;
      }
      // This fails as well if it was not the entry's fault, but a server is away.
      await setAside(row, error);
    }
    failedOnce = null;
  };
  const page = async (): Promise<boolean> => {
    const rows = await journal.waiting(PAGE);
    for (const row of rows) await reportNext(row);
    return rows.length === PAGE;
  };

  const readAgain = async (): Promise<void> => {
    for (let after = '0'; ; ) {
      const rows = await journal.unread(after, PAGE);
      for (const row of rows)
        try {
          if ((await report(await row.open(), tools, { again: true })) !== 'unread') await journal.done(row.id, {});
        } catch (error) {
          // Whatever is wrong with it is so still.
          if (!isLasting(error)) throw error;
        }
      after = rows.at(-1)?.sequence ?? after;
      if (rows.length < PAGE) return count();
    }
  };

  return {
    wake: wake.wake,
    run: async (over: AbortSignal): Promise<void> => {
      let hasReadAgain = false;
      while (!over.aborted) {
        try {
          if (await page()) continue;
          if (!hasReadAgain) await readAgain();
          hasReadAgain = true;
          await wake.wait(POLL_MS, over);
        } catch (err) {
          log.warn({ err, connectionId }, 'what was received cannot be reported, retrying');
          await pause(AGAIN_MS, over);
        }
      }
    },
  };
};

/** Why an entry was set aside, without anything that it contains. */
const faultOf = (error: unknown): string => {
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  return fields.kept(
    error instanceof TypeError ? String(message) : [name, code].filter((part) => typeof part === 'string').join(' '),
  );
};

/** Returns `unread` for what is shown as a line because nobody can read it yet. `again`: that was reported before. */
const report = async (
  { attrs: said, plaintext }: Journaled,
  tools: Tools,
  { again = false } = {},
): Promise<'unread' | undefined> => {
  const attrs = fields.keptIn(said);
  const { bytes, message: received } = messageIn(plaintext);
  const own = received.deviceSentMessage != null || (isGroup(attrs.from) && (await tools.isMe(attrs.participant)));
  // One of Prosa's own comes back from no phone; if it did, it would be known already.
  if (own && (await tools.ownIdOf(attrs.id ?? ''))) return undefined;
  const message = received.deviceSentMessage?.message ?? received;
  const from = own ? addresseeOf(attrs) : attrs;
  if (!from) return undefined;
  const content = saidIn(attrs, message, { chat: from.from ?? '', own });
  const shown = content.content.kind === 'nothing' && hasUnknownParts(bytes, received) ? ONLY_PHONE : content.content;
  if (shown.kind === 'nothing') return undefined;
  const isUnread = shown.kind === 'line' && shown.line === ONLY_PHONE.line;
  if (isUnread && again) return 'unread';
  const chat = await chatOf(from, own, tools.pairOf);
  if (!chat) return undefined;
  await tell({ ...content, content: shown }, { attrs, chat, own, again }, tools);
  return isUnread ? 'unread' : undefined;
};

/** Shows that something came which cannot be reported; nothing where that itself cannot be. */
const tellFault = async (row: JournalRow, tools: Tools): Promise<void> => {
  try {
    const attrs = fields.keptIn((await row.open()).attrs);
    if (!isMessageOf(attrs)) return;
    const own = attrs.recipient !== undefined || (isGroup(attrs.from) && (await tools.isMe(attrs.participant)));
    const from = own ? addresseeOf(attrs) : attrs;
    const chat = from && (await chatOf(from, own, tools.pairOf));
    if (!chat) return;
    await tell({ content: UNREADABLE, quoted: null }, { attrs, chat, own, again: false }, tools);
  } catch (error) {
    if (!isLasting(error)) throw error;
    tools.log.warn({ err: error }, 'a message that is set aside cannot be shown as a line');
  }
};
const UNREADABLE = { kind: 'line', line: 'unsupported' } as const satisfies Content;

const tell = async (
  { content, quoted, isForwarded, about, refs }: Said & { content: Exclude<Content, { kind: 'nothing' }> },
  { attrs, chat, own, again }: { attrs: Attrs; chat: Chat; own: boolean; again: boolean },
  tools: Tools,
): Promise<void> => {
  const { callbacks } = tools;
  const by = chat.author && (await tools.authorOf(chat.author.identities));
  const common = {
    ...chat,
    ...(own && { own }),
    channelId: idByAuthor(attrs.id ?? '', by),
    at: timeOf(attrs.t, 'madeAt' in content ? content.madeAt : undefined),
  };
  /** A message that the company changes on its phone may be one that Prosa has sent. */
  const targetOf = async (id: string): Promise<MessageName> =>
    own ? nameIn(chat, { id, author: null }, tools) : { channelId: idByAuthor(id, by) };
  switch (content.kind) {
    case 'edit':
      return callbacks.edited({ ...common, target: await targetOf(content.target), body: content.text });
    case 'revoke':
      return callbacks.revoked({ ...common, target: await targetOf(content.target) });
    case 'reaction':
      return callbacks.reacted({ ...common, target: await nameIn(chat, content.target, tools), emoji: content.emoji });
    default:
      return callbacks.received([
        {
          ...common,
          ...(isForwarded && { forwarded: true }),
          ...(again && { again }),
          ...(about && { context: about }),
          ...(refs?.length && { refs }),
          name: await nameOf(attrs, chat, own, tools),
          ...bodyOf(content),
          quoted: quoted && (await nameIn(chat, quoted, tools)),
        },
      ]);
  }
};

/** Names a message of a chat, which is one of ours, of the company's phone, or of whoever wrote it. */
const nameIn = async (chat: Chat, { id, author }: Named, { ownIdOf, isMe, pairOf, authorOf }: Tools): Promise<MessageName> => {
  const named = await namedBy(ownIdOf, id);
  if ('messageId' in named || chat.identities[0].kind !== 'group') return named;
  const by =
    author === null ? chat.author?.identities : (await isMe(author)) ? null : await identitiesOf({ from: author }, pairOf);
  return { channelId: idByAuthor(id, by ? await authorOf(by) : undefined) };
};

const saidIn = (attrs: Attrs, message: proto.IMessage, { chat, own }: { chat: string; own: boolean }): Said => {
  if (attrs.call) return missed(attrs.call);
  if (attrs.waiting) return { content: { kind: 'line', line: 'undecrypted' }, quoted: null };
  const author = isGroup(chat) ? attrs.participant : undefined;
  return readMessage(message, { id: attrs.id ?? '', chat, ...(author && { author }), ...(own && { own }) });
};

/** Whom the company wrote to on its phone, in the form of a sender's attributes; null if that is itself. */
const addresseeOf = ({
  from,
  recipient,
  peer_recipient_pn,
  peer_recipient_lid,
  recipient_pn,
  recipient_lid,
}: Attrs): Attrs | null => {
  const [pn, lid] = [peer_recipient_pn ?? recipient_pn, peer_recipient_lid ?? recipient_lid];
  if (isGroup(from)) return { from: from! };
  if (!recipient || userOf(recipient) === userOf(from) || (!isPhone(recipient) && !isLid(recipient))) return null;
  return { from: recipient, ...(pn && { sender_pn: pn }), ...(lid && { sender_lid: lid }) };
};

/** The phone says the company's own name with what it writes, and a member theirs: neither is the chat's. */
const nameOf = async ({ from = '', notify }: Attrs, { author }: Chat, own: boolean, { subjectOf }: Tools): Promise<string> => {
  if (isGroup(from)) return (await subjectOf(from)) ?? '';
  return own || author ? '' : (notify ?? '');
};

const missed = (call: string): Said => ({
  content: { kind: 'call', call: { kind: call === 'video' ? 'video' : 'voice' } },
  quoted: null,
});

const bodyOf = (
  content: Exclude<Content, { kind: 'edit' | 'revoke' | 'reaction' | 'nothing' }>,
): Pick<ReceivedMessage, 'body' | 'media' | 'place' | 'contacts' | 'choice' | 'call' | 'line'> => {
  switch (content.kind) {
    case 'text':
      return { body: content.text };
    case 'media':
      return { body: content.text, media: content.media };
    case 'place':
      return { body: '', place: content.place };
    case 'contacts':
      return { body: '', contacts: content.contacts };
    case 'call':
      return { body: '', call: content.call };
    case 'line':
      return { body: '', line: content.line };
    case 'choice':
      return { body: '', choice: content.choice };
  }
};

type Chat = Pick<ReceivedMessage, 'identities' | 'author'>;
/** The chat: the person who wrote, or the group with who of it wrote. Null: nobody that a channel can name. */
const chatOf = async (attrs: Attrs, own: boolean, pairOf: Tools['pairOf']): Promise<Chat | null> => {
  if (!isGroup(attrs.from)) {
    const identities = await identitiesOf(attrs, pairOf);
    return identities && { identities };
  }
  const group = identityOf(attrs.from ?? '');
  if (!group || !isIdentity(group)) return null;
  if (own) return { identities: [group] };
  const member = { from: attrs.participant, sender_pn: attrs.participant_pn, sender_lid: attrs.participant_lid } as Attrs;
  const identities = await identitiesOf(member, pairOf);
  return identities && { identities: [group], author: { identities, name: attrs.notify ?? '' } };
};

/** The writer's identities: the number, if it is known, then the LID. */
const identitiesOf = async (attrs: Attrs, pairOf: Tools['pairOf']): Promise<[Identity, ...Identity[]] | null> => {
  const named = [attrs.from, attrs.sender_pn, attrs.sender_lid];
  const phone = named.find(isPhone) ?? (await pairedJid(named.find(isLid), 's.whatsapp.net', pairOf));
  const lid = named.find(isLid) ?? (await pairedJid(phone, 'lid', pairOf));
  const identities = [phone, lid].flatMap((jid) => (jid && identityOf(jid)) || []);
  // A writer in no known spelling cannot be answered, and would hold up all behind it.
  const known = identities.filter(isIdentity);
  return known.length > 0 ? (known as [Identity, ...Identity[]]) : null;
};
const pairedJid = async (jid: string | undefined, server: string, pairOf: Tools['pairOf']): Promise<string | undefined> => {
  const user = jid && (await pairOf(userOf(jid)));
  return user ? `${user}@${server}` : undefined;
};
