import { proto } from '@whiskeysockets/baileys';
import { lid, pn } from './accounts.ts';
import type { GroupKeys } from './group-keys.ts';
import type { Account, Companion } from './model.ts';
import { deliverTo } from './post.ts';
import { messageId, type Sealed } from './signal.ts';
import type { State } from './state.ts';

type Writer = {
  state: State;
  account: Account;
  keys: GroupKeys;
  /** Encrypts for one linked device. */
  sealFor: (companion: Companion, message: proto.IMessage) => Promise<Sealed>;
  /** The linked devices that have the key of this phone in a group. */
  knowing: Set<Companion>;
  /** Whether the number of this phone is told with what it writes. */
  tellsNumber: boolean;
};

/** Writes into a group: once encrypted for all, after each device was given the key to read it. */
export const writeToGroup = async (
  { state, account, keys, sealFor, knowing, tellsNumber }: Writer,
  group: string,
  content: string | proto.IMessage,
): Promise<string> => {
  const id = messageId();
  const { members } = state.groups.get(group)!;
  const message: proto.IMessage = typeof content === 'string' ? { conversation: content } : content;
  const device = `${account.number}.0`;
  const key = await keys.own(group, device);
  const sealed = await keys.seal(group, device, proto.Message.encode(message).finish());
  for (const member of members.map(state.directory.get)) {
    for (const companion of member.companions.values()) {
      const handing = { senderKeyDistributionMessage: { groupId: group, axolotlSenderKeyDistributionMessage: key } };
      const first = knowing.has(companion) ? [] : [await sealFor(companion, handing)];
      knowing.add(companion);
      deliverTo(companion, {
        attrs: {
          id,
          from: group,
          participant: lid(account),
          ...(tellsNumber && { participant_pn: pn(account) }),
          addressing_mode: 'lid',
          type: 'text',
          notify: account.name,
        },
        sealed: [...first, { type: 'skmsg', bytes: sealed }],
      });
    }
    if (member !== account)
      member.phone.show({ id, from: account.number, chat: group, isOwn: false, text: message.conversation ?? '', message });
  }
  return id;
};
