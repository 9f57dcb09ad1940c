import { abilitiesOf, type SimulatorDelivered } from '@prosa/contracts';
import { persist } from './client.ts';
import type { Customer, Customers } from './customers.ts';
import { kindNames } from './kinds.ts';
import { fileForm, type Sent } from './media.ts';

/** The customers of the simulator's channel. Every second file comes as a form. */
export const simulatorCustomers = (url: string, connection: { id: string; token: string }): Customers => {
  const webhook = `${url}/webhooks/simulator/${connection.id}`;
  const authorization = `Bearer ${connection.token}`;
  const tell = async (body: object): Promise<void> => {
    const isForm = body instanceof FormData;
    const answer = await persist(webhook, {
      method: 'POST',
      headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  };
  const common = ({ number, name }: Customer) => ({ from: number, name, at: new Date().toISOString() });
  let files = 0;
  return {
    connectionId: connection.id,
    abilities: abilitiesOf('simulator'),
    knows: kindNames,
    fileBy: (_, file) => file,
    customer: async (number, name) => ({ number, name, key: number }),
    say: async (by, id, event, targetId) => {
      await tell({ ...common(by), ...event, id, ...(targetId !== undefined && { targetId }) });
      return id;
    },
    sendFile: async (by, id, file) => {
      const more = { ...common(by), id, type: file.kind };
      files += 1;
      await tell(files % 2 === 0 ? fileForm('media', file, { ...more, text: file.caption }) : jsonOf(file, more));
      return id;
    },
    delivered: async ({ number }) => {
      const answer = await persist(`${webhook}/delivered?to=${encodeURIComponent(number)}`, { headers: { authorization } });
      if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`);
      const delivered = (await answer.json()) as SimulatorDelivered;
      return delivered.map(({ type, text, media }) => ({
        type,
        text,
        sha256: media?.sha256 ?? null,
        filename: media?.filename ?? null,
      }));
    },
    close: async () => undefined,
  };
};

const jsonOf = ({ bytes, mime, name, caption }: Sent, more: object) => ({
  ...more,
  text: caption,
  media: { mimetype: mime, filename: name, data: bytes.toString('base64') },
});
