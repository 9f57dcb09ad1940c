import type { Code } from '../../provider.port.ts';
import type { OpenSocket } from './socket.ts';

/** How long Baileys shows the first code, and each further one. */
const FIRST_MS = 60_000;
const NEXT_MS = 20_000;

/** Counts the codes that one socket shows, and until when each is valid. */
export const codesOfSocket = () => {
  let shown = 0;
  return {
    next: (): Omit<Code, 'qrcode'> => {
      const retries = shown++;
      const lasts = retries === 0 ? FIRST_MS : NEXT_MS;
      return { retries, codeUntil: new Date(Date.now() + lasts).toISOString() };
    },
  };
};

/** The code that can be typed into a phone: one for each socket and number, as a second one would end the first. */
export const pairingCodesOf = () => {
  const known = new WeakMap<OpenSocket, Promise<string>>();
  return {
    of: (socket: OpenSocket, number: string): Promise<string> => {
      const code = known.get(socket) ?? socket.requestCode(number);
      known.set(socket, code);
      return code;
    },
  };
};
