import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import * as curve from 'libsignal/src/curve.js';

/**
 * Makes Baileys trust servers with certificates of this root only. Its own check ignores the result of libsignal's, so it is replaced by a
 * true one.
 */
export const trustRoot = (rootKey: string): void => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
  Curve.verify = (key, message, signature) => {
    const typed = Buffer.from(key.length === 33 ? key : [5, ...key]);
    // libsignal's declaration is wrong: it returns whether the signature is right, and throws if its length is wrong.
    return signature.length === 64 && (curve.verifySignature(typed, message, signature) as unknown as boolean);
  };
};
