import { proto } from '@whiskeysockets/baileys';
import { lid, pn } from './accounts.ts';
import type { GroupKeys } from './group-keys.ts';
import type { Account, Companion } from './model.ts';
import { deliverTo } from './post.ts';
import { type Bundle, messageId, type Sealed } from './signal.ts';
import type { State } from './state.ts';

type Writer = {
  state: State;
  account: Account;
  keys: GroupKeys;
  /** Encrypts for one linked device; with `renewed` by a new session. */
  sealFor: (companion: Companion, message: proto.IMessage, renewed?: Bundle) => Promise<Sealed>;
  /** Whether the number of this phone is told with what it writes. */
  tellsNumber: () => boolean;
};

/** How a phone writes into groups. */
export const groupWriter = ({ state, account, keys, sealFor, tellsNumber }: Writer) => {
  const device = `${account.number}.0`;
  /** The linked devices that have the phone's key in a group. */
  const knowing = new Map<string, Set<Companion>>();
  const written = new Map<string, { group: string; message: proto.IMessage }>();
  const attrsOf = (id: string, group: string) => ({
    id,
    from: group,
    participant: lid(account),
    ...(tellsNumber() && { participant_pn: pn(account) }),
    addressing_mode: 'lid',
    type: 'text',
    notify: account.name,
  });
  /** The message that gives a linked device the key to read what is written from now on. */
  const handing = (groupId: string, key: Uint8Array): proto.IMessage => ({
    senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: key },
  });

  return {
    /** Writes once encrypted for all, after each device was given the key to read it. */
    write: async (group: string, content: string | proto.IMessage): Promise<string> => {
      const id = messageId();
      const { members } = state.groups.get(group)!;
      const message: proto.IMessage = typeof content === 'string' ? { conversation: content } : content;
      written.set(id, { group, message });
      const known = knowing.get(group) ?? new Set();
      knowing.set(group, known);
      const key = await keys.own(group, device);
      const sealed = await keys.seal(group, device, proto.Message.encode(message).finish());
      for (const member of members.map(state.directory.get)) {
        for (const companion of member.companions.values()) {
          const first = known.has(companion) ? [] : [await sealFor(companion, handing(group, key))];
          known.add(companion);
          deliverTo(companion, { attrs: attrsOf(id, group), sealed: [...first, { type: 'skmsg', bytes: sealed }] });
        }
        if (member !== account)
          member.phone.show({ id, from: account.number, chat: group, isOwn: false, text: message.conversation ?? '', message });
      }
      return id;
    },
    hasWritten: (id: string): boolean => written.has(id),
    /** Sends a message again to a device that could not read it: encrypted for it alone, with the key for what follows. */
    repeat: async (companion: Companion, id: string, { count, bundle }: { count: number; bundle: Bundle }): Promise<void> => {
      const { group, message } = written.get(id)!;
      const again = { ...message, ...handing(group, await keys.own(group, device)) };
      deliverTo(companion, { attrs: attrsOf(id, group), sealed: [await sealFor(companion, again, bundle)], count });
    },
  };
};
