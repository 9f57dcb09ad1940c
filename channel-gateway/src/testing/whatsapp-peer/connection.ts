import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys';
import type { WebSocket } from 'ws';
import { lid } from './accounts.ts';
import { keyPair } from './keys.ts';
import type { Companion, DeviceKeys, Line, Pairing } from './model.ts';
import { child, first, node, SERVER, seconds } from './nodes.ts';
import { certificateOf, framed, frameReader, type NoiseServer, noiseServer } from './noise.ts';
import { codeQuestion } from './pairing.ts';
import { heardFrom } from './post.ts';
import { answerTo } from './questions.ts';
import type { State } from './state.ts';

const INTRO = Buffer.from([0x57, 0x41, 6, 3]);
const isOfMessages = ({ tag, attrs }: BinaryNode): boolean => tag === 'message' || tag === 'receipt' || attrs.class === 'message';

/**
 * One socket of a client: handshake, then a device that waits to be linked or one that logs in. Its frames are handled one after another.
 * Nodes are encoded by Baileys' own tables, which are the vendor's.
 */
export const serve = (state: State, socket: WebSocket): void => {
  let noise: NoiseServer | null = null;
  let step: 'hello' | 'finish' | 'open' = 'hello';
  let heard: (node: BinaryNode) => Promise<void> | void = () => undefined;
  let working: Promise<void> = Promise.resolve();
  const answers = new Map<string, (node: BinaryNode) => void>();

  const write = (bytes: Uint8Array): void => {
    if (socket.readyState === socket.OPEN) socket.send(framed(bytes));
  };
  const line: Line = {
    send: (stanza) => write(noise!.seal(encodeBinaryNode(stanza))),
    sendRaw: write,
    end: () => socket.close(),
    cut: () => socket.terminate(),
  };
  const ask: Pairing['ask'] = (attrs, content) => {
    const id = randomBytes(6).toString('hex');
    line.send(node('iq', { from: SERVER, id, xmlns: 'md', ...attrs }, content));
    return new Promise((resolve) => answers.set(id, resolve));
  };

  const frame = async (bytes: Buffer): Promise<void> => {
    if (state.faults.mute) return;
    if (step === 'hello') {
      write(noise!.hello(bytes));
      step = 'finish';
      return;
    }
    if (step === 'finish') {
      const { noiseKey, payload } = noise!.finish(bytes);
      step = 'open';
      heard = payload.devicePairingData ? waitForPhone(noiseKey, payload) : logIn(noiseKey, payload);
      return;
    }
    const stanza = await decodeBinaryNode(noise!.open(bytes));
    const waiting = stanza.tag === 'iq' && stanza.attrs.type === 'result' && answers.get(stanza.attrs.id!);
    if (waiting) {
      answers.delete(stanza.attrs.id!);
      return waiting(stanza);
    }
    await heard(stanza);
  };

  const waitForPhone = (noiseKey: Buffer, { devicePairingData: shown }: proto.ClientPayload) => {
    const keys: DeviceKeys = {
      noiseKey,
      identity: Buffer.from(shown!.eIdent!),
      registrationId: Buffer.from(shown!.eRegid!).readUInt32BE(),
      signedPreKey: {
        id: Buffer.from(shown!.eSkeyId!).readUIntBE(0, 3),
        key: Buffer.from(shown!.eSkeyVal!),
        signature: Buffer.from(shown!.eSkeySig!),
      },
    };
    const pairing: Pairing = { keys, line, ask, code: null };
    const refs = Array.from({ length: state.faults.refs }, () => `2@${randomBytes(24).toString('base64url')}`);
    for (const ref of refs) state.pairings.set(ref, pairing);
    socket.once('close', () => {
      for (const [ref, one] of state.pairings) if (one === pairing) state.pairings.delete(ref);
      for (const [number, one] of state.codes) if (one === pairing) state.codes.delete(number);
    });
    void ask({ type: 'set' }, [
      node(
        'pair-device',
        {},
        refs.map((ref) => node('ref', {}, Buffer.from(ref))),
      ),
    ]);
    return (stanza: BinaryNode): void => {
      if (stanza.tag !== 'iq') return;
      const content = codeQuestion(state, pairing, stanza);
      if (!content && first(stanza)?.tag !== 'ping') state.problems.push(`asked before it is linked: ${first(stanza)?.tag}`);
      const error = content && state.faults.questions.md;
      if (error) line.send(node('iq', { from: SERVER, type: 'error', id: stanza.attrs.id }, [node('error', { code: error })]));
      else line.send(node('iq', { from: SERVER, type: 'result', id: stanza.attrs.id }, content ?? []));
    };
  };

  const logIn = (noiseKey: Buffer, { username, device }: proto.ClientPayload) => {
    const companion = state.directory.find(String(username))?.companions.get(Number(device));
    const failure = state.faults.failure ?? (companion?.keys.noiseKey.equals(noiseKey) ? null : { reason: '401' });
    if (failure || !companion) {
      line.send(node('failure', failure ?? { reason: '401' }));
      line.end();
      return () => undefined;
    }
    const before = companion.attach(line);
    state.totals.logins += 1;
    state.totals.mostLive = Math.max(state.totals.mostLive, companion.counts.mostLive);
    before?.send(node('stream:error', {}, [node('conflict', { type: 'replaced' })]));
    before?.end();
    socket.once('close', () => companion.detach(line));
    line.send(node('success', { t: seconds(), lid: lid(companion.account, companion.device), location: 'lla' }));
    return (stanza: BinaryNode) => heardFromDevice(companion, stanza);
  };

  const heardFromDevice = async (companion: Companion, stanza: BinaryNode): Promise<void> => {
    // A frozen device may finish the questions of its opening before it reads that it was replaced. With messages it may do
    // nothing.
    if (!companion.isOn(line)) {
      if (isOfMessages(stanza))
        state.problems.push(`said over a replaced line: ${stanza.tag} ${stanza.attrs.type ?? ''} ${stanza.attrs.id}`);
      return;
    }
    if (stanza.tag !== 'iq') {
      if (child(stanza, 'offline_batch')) return companion.sendOffline();
      return heardFrom(state, companion, stanza);
    }
    const content = answerTo(state, companion, stanza);
    if (content === 'no answer') return;
    const error = content === null ? '501' : state.faults.questions[stanza.attrs.xmlns ?? ''];
    if (content === null) state.problems.push(`unknown question: ${stanza.attrs.xmlns} ${first(stanza)?.tag}`);
    if (error === 'never') return;
    const attrs = { from: stanza.attrs.to ?? SERVER, id: stanza.attrs.id };
    const answer = error
      ? node('iq', { ...attrs, type: 'error' }, [node('error', { code: error, text: 'refused' })])
      : node('iq', { ...attrs, type: 'result' }, content!);
    const { answerAfterMs } = state.faults;
    if (answerAfterMs > 0)
      void sleep(answerAfterMs, undefined, { signal: state.over }).then(
        () => line.send(answer),
        () => undefined,
      );
    else line.send(answer);
    if (first(stanza)?.tag === 'active') companion.activate();
    if (first(stanza)?.tag === 'remove-companion-device') {
      companion.account.companions.delete(companion.device);
      companion.streamError({ code: '401' }, [node('conflict', { type: 'device_removed' })]);
    }
  };

  const read = frameReader({
    intro: (intro) => {
      if (!intro.equals(INTRO)) state.problems.push(`an introduction of ${intro.toString('hex')}`);
      const root = state.faults.stranger ? keyPair() : state.root;
      noise = noiseServer(intro, state.staticKey, certificateOf(root, state.staticKey.public));
    },
    frame: (bytes) => {
      working = working
        .then(() => frame(bytes))
        .catch((error: Error) => {
          state.problems.push(error.message);
          socket.terminate();
        });
    },
  });
  socket.on('message', (bytes) => read(bytes as Buffer));
  socket.on('error', () => undefined);
};
