import type { WASocket } from '@whiskeysockets/baileys';

/**
 * Ends what waits for an answer of the server when the connection ends. Baileys takes its listeners away before that, so that it would wait
 * until its own timeout of up to a minute, as does what begins to wait afterwards. To what has its answer it makes no difference.
 */
export const endWaits = (ws: WASocket['ws']): void => {
  const tell = (name: string | symbol, listener: () => void): void => {
    if (name === 'close') setImmediate(() => (ws.isClosing || ws.isClosed) && listener());
  };
  ws.on('newListener', tell);
  ws.on('removeListener', tell);
};
