import { createHash } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import { agree, counted, hkdf, type KeyPair, keyPair, open, seal, sign } from './keys.ts';

const PROTOCOL = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0');

/** Signs the certificate chain of the server's static key, from the root down. */
export const certificateOf = (root: KeyPair, staticKey: Buffer): Uint8Array => {
  const intermediate = keyPair();
  const certificate = (key: Buffer, signer: KeyPair, serial: number) => {
    const details = proto.CertChain.NoiseCertificate.Details.encode({ serial, issuerSerial: 0, key }).finish();
    return { details, signature: sign(signer.private, details) };
  };
  return proto.CertChain.encode({
    intermediate: certificate(intermediate.public, root, 1),
    leaf: certificate(staticKey, intermediate, 2),
  }).finish();
};

/**
 * The server's side of Noise XX, written from the protocol, not shared with the client's code; only the protobuf definitions are
 * Baileys'. `hello` answers the client's first message, `finish` reads its second one; then frames are sealed and opened.
 */
export const noiseServer = (intro: Uint8Array, staticKey: KeyPair, certificate: Uint8Array) => {
  const ephemeral = keyPair();
  let [hash, salt, key]: [Buffer, Buffer, Buffer] = [PROTOCOL, PROTOCOL, PROTOCOL];
  let count = 0;
  let client: Uint8Array = Buffer.alloc(0);
  const transport: { in: Buffer; out: Buffer; opened: number; sealed: number } = {
    in: PROTOCOL,
    out: PROTOCOL,
    opened: 0,
    sealed: 0,
  };

  const mix = (bytes: Uint8Array): void => {
    hash = createHash('sha256').update(hash).update(bytes).digest();
  };
  const rekey = (secret: Uint8Array): void => {
    const keys = hkdf(secret, 64, { salt });
    [salt, key, count] = [keys.subarray(0, 32), keys.subarray(32), 0];
  };
  const sealed = (clear: Uint8Array): Buffer => {
    const bytes = seal(key, counted(count++), clear, hash);
    mix(bytes);
    return bytes;
  };
  const opened = (bytes: Uint8Array): Buffer => {
    const clear = open(key, counted(count++), bytes, hash);
    mix(bytes);
    return clear;
  };
  mix(intro);

  return {
    hello: (frame: Uint8Array): Uint8Array => {
      client = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral ?? client;
      mix(client);
      mix(ephemeral.public);
      rekey(agree(ephemeral.private, client));
      const sealedStatic = sealed(staticKey.public);
      rekey(agree(staticKey.private, client));
      const payload = sealed(certificate);
      return proto.HandshakeMessage.encode({
        serverHello: { ephemeral: ephemeral.public, static: sealedStatic, payload },
      }).finish();
    },
    finish: (frame: Uint8Array): { noiseKey: Buffer; payload: proto.ClientPayload } => {
      const { clientFinish } = proto.HandshakeMessage.decode(frame);
      const noiseKey = opened(clientFinish!.static!);
      rekey(agree(ephemeral.private, noiseKey));
      const payload = proto.ClientPayload.decode(opened(clientFinish!.payload!));
      rekey(Buffer.alloc(0));
      [transport.in, transport.out] = [salt, key];
      return { noiseKey, payload };
    },
    seal: (clear: Uint8Array): Buffer => seal(transport.out, counted(transport.sealed++), clear),
    open: (bytes: Uint8Array): Buffer => open(transport.in, counted(transport.opened++), bytes),
  };
};
export type NoiseServer = ReturnType<typeof noiseServer>;

/** Puts the length in three bytes before a frame. */
export const framed = (frame: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([frame.length >> 16, (frame.length >> 8) & 255, frame.length & 255]), frame]);

/** Cuts the client's bytes into its introduction (with a routing hint, if it sends one) and frames. */
export const frameReader = (heard: { intro: (bytes: Buffer) => void; frame: (bytes: Buffer) => void }) => {
  let waiting: Buffer = Buffer.alloc(0);
  let isIntroduced = false;
  const introduction = (): Buffer | null => {
    const hint = waiting.toString('latin1', 0, 2) === 'ED' ? 7 + waiting.readUIntBE(4, 3) : 0;
    if (waiting.length < hint + 4) return null;
    const bytes = waiting.subarray(hint, hint + 4);
    waiting = waiting.subarray(hint + 4);
    return bytes;
  };
  return (bytes: Uint8Array): void => {
    waiting = Buffer.concat([waiting, bytes]);
    if (!isIntroduced) {
      const intro = waiting.length < 7 ? null : introduction();
      if (!intro) return;
      isIntroduced = true;
      heard.intro(intro);
    }
    while (waiting.length >= 3 && waiting.length >= 3 + waiting.readUIntBE(0, 3)) {
      const length = waiting.readUIntBE(0, 3);
      const frame = waiting.subarray(3, 3 + length);
      waiting = waiting.subarray(3 + length);
      heard.frame(frame);
    }
  };
};
