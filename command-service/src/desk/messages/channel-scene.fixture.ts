import { type ChannelName, type ConnectionStatus, newId } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { connections } from '../../channels/connections/connections.decider.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { ask, eventually, makeScene, type Scene, wrote } from '../../testing/world.fixture.ts';

/** How many customers have written. */
let count = 0;

type Connected = Pick<Scene, 'companyId' | 'connectionId'>;

/** Reports the status of the session of a scene's connection. */
export const report = (
  { deps }: CommandService,
  { companyId, connectionId }: Connected,
  status: ConnectionStatus,
  why: { reason?: string | null; until?: string | null } = {},
) =>
  deps.handle({
    decider: connections,
    stream: `connections-${companyId}`,
    command: { do: 'report status', id: connectionId, status, ...why },
    missing: 'ERR_NO_WAPP_FOUND',
    companyId,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
  });

/** Reports that it is connected. */
export const connect = (service: CommandService, scene: Connected) => report(service, scene, 'CONNECTED');

/**
 * A company whose default connection is of a channel, and connected. A customer has written there, hours ago if so asked, and Ana serves
 * them.
 */
export const serving = async (
  service: CommandService,
  channel: ChannelName,
  provider = 'beta',
  { hoursAgo = 0, ...fields }: { hoursAgo?: number; greetingMessage?: string; complationMessage?: string } = {},
) => {
  const { deps } = service;
  const scene = await makeScene(service, { channel, provider, ...fields });
  await connect(service, scene);
  count += 1;
  const kind = channel === 'facebook' ? 'psid' : channel === 'instagram' ? 'igsid' : 'phone';
  const value = kind === 'phone' ? `551198765${1_000 + count}` : `100/${count}`;
  const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const customer = { channel, identities: [{ kind, value }] } satisfies Parameters<typeof wrote>[3];
  await createInbound(deps)(wrote(scene, value, 'Tem pão?', { ...customer, at }));
  const { rows } = await eventually(
    () => deps.pool.query<{ id: string }>('select id from command.open_ticket where company_id = $1', [scene.companyId]),
    ({ rowCount }) => rowCount === 1,
  );
  const ticketId = rows[0]!.id;
  await ask(service, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'open' } });
  return { scene, ticketId, customer };
};
