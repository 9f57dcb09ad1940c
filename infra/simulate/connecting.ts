import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionView } from '@prosa/contracts';
import type { Session } from './client.ts';

/** Those who connect, and whose queue the connection is for. */
export type Office = { url: string; admin: Session; queueId: string };

/** Connections of simulations have this name, and none of them outlives its simulation. */
const NAME = 'Simulação';
const CONNECTED_MS = 90_000;

type Shown = Pick<ConnectionView, 'status' | 'reason'> & { qrcode: string };

/** Deletes the connections that an interrupted simulation has left. */
export const clearConnections = async ({ admin }: Office): Promise<void> => {
  const all = await admin.get<ConnectionView[]>('/whatsapp');
  for (const { id, name } of all) if (name.startsWith(NAME)) await admin.command('DELETE', `/whatsapp/${id}`, undefined);
};

/** A connection, and the place of its last event: what is read after that knows it. */
type Made = { id: string; position: string };

export const createConnection = async ({ admin, queueId }: Office, more: object): Promise<Made> => {
  const said = { name: NAME, queueIds: [queueId], ...more };
  const { record, position } = await admin.command<{ id: string }>('POST', '/whatsapp', said);
  return { id: record.id, position };
};

/** A page as a connection of the simulation. */
export const connectPage = async ({ admin, queueId }: Office, token: string): Promise<Made> => {
  const said = { facebookUserId: '1', facebookUserToken: token, kind: 'facebook' };
  const { record } = await admin.command<{ connections: { id: string }[] }>('POST', '/facebook', said);
  const id = record.connections[0]?.id;
  if (id === undefined) throw new Error('The page was not connected.');
  const { position } = await admin.command('PUT', `/whatsapp/${id}`, { name: NAME, queueIds: [queueId] });
  return { id, position };
};

/** Waits until a connection is connected; `shows` hears each code that it shows to link a device. */
export const connected = async (
  { admin }: Office,
  { id, position }: Made,
  shows: (code: string) => Promise<void> = async () => undefined,
): Promise<void> => {
  let before = '';
  for (const end = Date.now() + CONNECTED_MS; ; await wait(200)) {
    const { status, reason, qrcode } = await admin.get<Shown>(`/whatsapp/${id}?after=${position}`);
    if (status === 'CONNECTED') return;
    if (qrcode !== '' && qrcode !== before) await shows(qrcode);
    before = qrcode;
    if (Date.now() > end) throw new Error(`The connection is ${status}${reason ? ` (${reason})` : ''}.`);
  }
};

export const disconnect = ({ admin }: Office, id: string): Promise<unknown> =>
  admin.command('DELETE', `/whatsapp/${id}`, undefined);
