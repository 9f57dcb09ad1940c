import { randomBytes, randomInt } from 'node:crypto';
import { type BinaryNode, jidDecode, proto } from '@whiskeysockets/baileys';
import { isSigned } from '../../channels/whatsapp/signal/curve.ts';
import { lid, pn } from './accounts.ts';
import { companionOf } from './companion.ts';
import { agree, codeKey, ctr, hkdf, hmac, keyPair, open, sign } from './keys.ts';
import type { Account, Companion, Pairing } from './model.ts';
import { bytesOf, child, node, SERVER } from './nodes.ts';
import type { State } from './state.ts';

const ACCOUNT_SIGNATURE = Buffer.from([6, 0]);
const DEVICE_SIGNATURE = Buffer.from([6, 1]);

/** Scans the text of a QR code with the phone of an account. Resolves when the device is linked. */
export const scan = async (state: State, account: Account, code: string): Promise<Companion> => {
  const [ref = '', noiseKey, identity, secret] = (code.split('#')[1] ?? '').split(',');
  const pairing = state.pairings.get(ref);
  if (!pairing || !secret) throw new Error('This code is not valid, or no longer.');
  const { keys } = pairing;
  if (keys.noiseKey.toString('base64') !== noiseKey || keys.identity.toString('base64') !== identity)
    throw new Error('The code shows the keys of another device.');
  return link(state, account, pairing, Buffer.from(secret, 'base64'));
};

/** Types the code that a device shows into the phone of an account. Resolves when the device is linked. */
export const typeCode = async (state: State, account: Account, code: string): Promise<Companion> => {
  const pairing = state.codes.get(account.number);
  if (!pairing?.code) throw new Error('No device asked to be linked by a code.');
  const { wrapped, ref } = pairing.code;
  const theirs = ctr(codeKey(code, wrapped.subarray(0, 32)), wrapped.subarray(32, 48), wrapped.subarray(48, 80));
  const ours = keyPair();
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const { identity } = account.phone.signal;
  const finished = new Promise<BinaryNode>((resolve) => {
    pairing.code!.finished = resolve;
  });
  pairing.line.send(
    node('notification', { from: SERVER, type: 'link_code_companion_reg', id: randomBytes(5).toString('hex') }, [
      node('link_code_companion_reg', { stage: 'primary_hello' }, [
        node('link_code_pairing_ref', {}, ref),
        node('primary_identity_pub', {}, identity.public),
        node(
          'link_code_pairing_wrapped_primary_ephemeral_pub',
          {},
          Buffer.concat([salt, iv, ctr(codeKey(code, salt), iv, ours.public)]),
        ),
      ]),
    ]),
  );
  const bundle = bytesOf(await finished, 'link_code_pairing_wrapped_key_bundle');
  const shared = agree(ours.private, theirs);
  const key = hkdf(shared, 32, { salt: bundle.subarray(0, 32), info: 'link_code_pairing_key_bundle_encryption_key' });
  // A wrong code shows here: the bundle does not open.
  const opened = open(key, bundle.subarray(32, 44), bundle.subarray(44));
  const [theirIdentity, ourIdentity, random] = [opened.subarray(0, 32), opened.subarray(32, 64), opened.subarray(64, 96)];
  if (!theirIdentity.equals(pairing.keys.identity) || !ourIdentity.equals(identity.public))
    throw new Error('The code belongs to another device.');
  const secret = hkdf(Buffer.concat([shared, agree(identity.private, theirIdentity), random]), 32, { info: 'adv_secret' });
  return link(state, account, pairing, secret);
};

/** Confirms a device with the account's signature, checks the device's own, and lets it log in. */
const link = async (state: State, account: Account, pairing: Pairing, secret: Buffer): Promise<Companion> => {
  const { keys, line } = pairing;
  const device = Math.max(0, ...account.companions.keys()) + 1;
  const { identity } = account.phone.signal;
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomInt(1, 2 ** 31),
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex: device,
  }).finish();
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: identity.public,
    accountSignature: sign(identity.private, Buffer.concat([ACCOUNT_SIGNATURE, details, keys.identity])),
  }).finish();
  const answer = await pairing.ask({ type: 'set' }, [
    node('pair-success', {}, [
      node(
        'device-identity',
        {},
        proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac: hmac(secret, signed) }).finish(),
      ),
      node('biz', { name: account.name }),
      node('device', { jid: pn(account, device), lid: lid(account, device) }),
      node('platform', { name: 'smba' }),
    ]),
  ]);
  const theirs = proto.ADVSignedDeviceIdentity.decode(bytesOf(child(answer, 'pair-device-sign'), 'device-identity'));
  if (!isOfDevice(account, keys.identity, theirs)) throw new Error('The device has not signed its identity.');
  const companion = companionOf(account, device, keys);
  account.companions.set(device, companion);
  companion.onFirstLogin(() => void account.phone.greet(companion));
  for (const [ref, other] of state.pairings) if (other === pairing) state.pairings.delete(ref);
  line.send(node('stream:error', { code: '515' }));
  line.end();
  return companion;
};

/** Whether both signatures of a device's identity are right: the account's and the device's. */
export const isOfDevice = (account: Account, identity: Buffer, signed: proto.IADVSignedDeviceIdentity): boolean => {
  const { details, accountSignature, deviceSignature } = signed;
  const accountKey = account.phone.signal.identity.public;
  if (!details || !accountSignature || !deviceSignature) return false;
  return (
    isSigned(accountKey, Buffer.concat([ACCOUNT_SIGNATURE, details, identity]), accountSignature) &&
    isSigned(identity, Buffer.concat([DEVICE_SIGNATURE, details, identity, accountKey]), deviceSignature)
  );
};

/** A waiting device's questions about a code to type. Returns the answer; null if it is none of them. */
export const codeQuestion = (state: State, pairing: Pairing, question: BinaryNode): BinaryNode[] | null => {
  const asked = child(question, 'link_code_companion_reg');
  if (!asked) return null;
  if (asked.attrs.stage === 'companion_finish') {
    pairing.code?.finished(asked);
    return [];
  }
  const number = jidDecode(asked.attrs.jid)?.user ?? '';
  const ref = randomBytes(16);
  pairing.code = {
    ref,
    wrapped: bytesOf(asked, 'link_code_pairing_wrapped_companion_ephemeral_pub'),
    finished: () => undefined,
  };
  state.codes.set(number, pairing);
  return [node('link_code_companion_reg', { stage: 'companion_hello' }, [node('link_code_pairing_ref', {}, ref)])];
};
