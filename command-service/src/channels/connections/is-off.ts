import type { ConnectionStatus } from '@prosa/contracts';

/**
 * Whether nothing can be sent through a connection until somebody links it or starts its session. In the other states what is sent waits
 * until the session is ready.
 */
export const isOff = ({ status }: { status: ConnectionStatus }): boolean => status === 'DISCONNECTED' || status === 'qrcode';
