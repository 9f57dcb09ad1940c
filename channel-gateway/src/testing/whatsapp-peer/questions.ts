import type { BinaryNode } from '@whiskeysockets/baileys';
import { deviceOf, lid, pn } from './accounts.ts';
import type { Account, Companion } from './model.ts';
import { bigEndian, bytesOf, child, children, first, node, numberOf, seconds } from './nodes.ts';
import type { Bundle } from './signal.ts';
import type { State } from './state.ts';

/** Answers a question of a linked device. Null: nobody knows this question. */
export const answerTo = (state: State, companion: Companion, question: BinaryNode): BinaryNode[] | null | 'no answer' => {
  const asked = first(question);
  switch (question.attrs.xmlns) {
    case 'w:p':
      return [];
    case 'encrypt':
      return keysAnswer(state, companion, question);
    case 'passive':
    case 'w:stats':
    case 'urn:xmpp:whatsapp:dirty':
      return [];
    case 'abt':
      return [node('props', { hash: 'tests' }, [node('prop', { config_code: '1', config_value: '1' })])];
    case 'blocklist':
      return [node('list')];
    case 'privacy':
      return asked?.tag === 'tokens' ? [] : [node('privacy', {}, [node('category', { name: 'readreceipts', value: 'all' })])];
    case 'usync':
      return [usync(state, child(question, 'usync')!)];
    case 'w:m':
      return [
        node('media_conn', { auth: 'tests', ttl: '3600' }, [
          node('host', { hostname: state.media.host, maxContentLengthBytes: '100000000' }),
        ]),
      ];
    case 'w:sync:app:state':
      return [
        node(
          'sync',
          {},
          children(child(question, 'sync'), 'collection').map(({ attrs }) =>
            node('collection', { name: attrs.name, version: attrs.version }),
          ),
        ),
      ];
    case 'w:profile:picture': {
      const path = state.directory.find(question.attrs.target ?? '')?.picture;
      companion.counts.picturesAsked += 1;
      const url = path && new URL(path, state.media.origin).href;
      return url ? [node('picture', { url, type: 'preview', id: '1' })] : [];
    }
    case 'w:g2':
      companion.counts.groupsAsked += 1;
      return groupAnswer(state, question);
    case 'w:mex':
      return [
        node('result', {}, Buffer.from(JSON.stringify({ data: { xwa2_fetch_account_reachout_timelock: restriction(state) } }))),
      ];
    case 'md':
      return asked?.tag === 'remove-companion-device' ? [] : null;
    default:
      return null;
  }
};

const restriction = ({ faults: { restrictedUntil } }: State) => ({
  is_active: restrictedUntil !== null,
  time_enforcement_ends: String(restrictedUntil ?? 0),
});

const keysAnswer = (state: State, companion: Companion, question: BinaryNode): BinaryNode[] | null => {
  const asked = first(question)?.tag;
  if (asked === 'count') return [node('count', { value: String(companion.preKeysLeft()) })];
  if (asked === 'digest') return [node('digest')];
  if (asked === 'key')
    return [
      node(
        'list',
        {},
        children(child(question, 'key'), 'user').flatMap(({ attrs }) => bundleOf(state, attrs.jid!)),
      ),
    ];
  if (asked === 'rotate') {
    companion.uploaded([], signedKeyOf(child(child(question, 'rotate'), 'skey')!));
    return [];
  }
  if (asked !== 'registration') return null;
  const uploaded = children(child(question, 'list'), 'key').map((key) => ({
    id: numberOf(key, 'id'),
    key: bytesOf(key, 'value'),
  }));
  companion.uploaded(uploaded, signedKeyOf(child(question, 'skey')!));
  return [];
};

const signedKeyOf = (key: BinaryNode): Bundle['signedPreKey'] => ({
  id: numberOf(key, 'id'),
  key: bytesOf(key, 'value'),
  signature: bytesOf(key, 'signature'),
});

/** The keys of one device; of nobody, if there is none. */
const bundleOf = (state: State, jid: string): BinaryNode[] => {
  const account = state.directory.find(jid);
  const device = deviceOf(jid);
  const bundle = device === 0 ? account?.phone.signal.bundle() : account?.companions.get(device)?.bundle();
  return bundle ? [node('user', { jid, t: seconds() }, bundleNodes(bundle))] : [];
};
const bundleNodes = ({ registrationId, identity, signedPreKey, preKey }: Bundle): BinaryNode[] => [
  node('registration', {}, bigEndian(registrationId, 4)),
  node('type', {}, Buffer.from([5])),
  node('identity', {}, identity),
  node('skey', {}, [
    node('id', {}, bigEndian(signedPreKey.id, 3)),
    node('value', {}, signedPreKey.key),
    node('signature', {}, signedPreKey.signature),
  ]),
  ...(preKey ? [node('key', {}, [node('id', {}, bigEndian(preKey.id, 3)), node('value', {}, preKey.key)])] : []),
];

/** Answers about users: their devices, their LIDs, and whether a number is on WhatsApp. */
const usync = (state: State, question: BinaryNode): BinaryNode => {
  const { content } = child(question, 'query') ?? {};
  const asked = new Set(Array.isArray(content) ? content.map(({ tag }) => tag) : []);
  const users = children(child(question, 'list'), 'user').map((user) => {
    const number = child(user, 'contact')?.content;
    const wanted = user.attrs.jid ?? String(number ?? '').replace(/\D/g, '');
    const account = state.directory.find(wanted) ?? state.directory.find(withoutNinth(wanted));
    const jid = user.attrs.jid ?? (account ? pn(account) : `${wanted}@s.whatsapp.net`);
    return node(
      'user',
      { jid },
      account ? factsOf(account, asked) : asked.has('contact') ? [node('contact', { type: 'out' })] : [],
    );
  });
  return node('usync', question.attrs, [node('result'), node('list', {}, users)]);
};

/** A question by the newer spelling of a Brazilian number finds an account of the older one. */
const withoutNinth = (number: string): string => number.replace(/^(55\d\d)9([6-9]\d{7})$/, '$1$2');

const factsOf = (account: Account, asked: Set<string>): BinaryNode[] => [
  ...(asked.has('contact') ? [node('contact', { type: 'in' })] : []),
  ...(asked.has('devices')
    ? [
        node('devices', {}, [
          node('device-list', {}, [
            node('device', { id: '0' }),
            ...[...account.companions.keys()].map((id) => node('device', { id: String(id), 'key-index': String(id) })),
          ]),
        ]),
      ]
    : []),
  ...(asked.has('lid') ? [node('lid', { val: lid(account) })] : []),
];

const groupAnswer = (state: State, { attrs }: BinaryNode): BinaryNode[] | null => {
  const group = state.groups.get(attrs.to ?? '');
  if (!group) return [node('groups')];
  const members = group.members.map((number) => {
    const account = state.directory.get(number);
    return node('participant', { jid: lid(account), phone_number: pn(account) });
  });
  const creator = state.directory.get(group.members[0]!);
  return [
    node(
      'group',
      {
        id: group.jid.split('@')[0],
        subject: group.subject,
        s_t: seconds(),
        creation: seconds(),
        creator: lid(creator),
        addressing_mode: 'lid',
      },
      members,
    ),
  ];
};
