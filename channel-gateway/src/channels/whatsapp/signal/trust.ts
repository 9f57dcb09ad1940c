import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { isSigned } from './curve.ts';

/**
 * Makes Baileys trust servers with certificates of this root only. Its own check ignores the result of libsignal's, so it is replaced by a
 * true one.
 */
export const trustRoot = (rootKey: string): void => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
  Curve.verify = isSigned;
};
