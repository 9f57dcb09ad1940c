import { newId, type SimulatorDelivered } from '@prosa/contracts';
import { webhookToken } from './gateway.fixture.ts';

/** The simulated customers of a connection. */
export const customers = (url: string, connectionId: string, token = webhookToken) => {
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/webhooks/simulator/${connectionId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    post: (body: unknown) => call('POST', '', body),
    text: (more: object = {}) =>
      call('POST', '', {
        id: newId(),
        type: 'text',
        from: '5511987654321',
        name: 'Carla',
        text: 'Olá',
        at: new Date().toISOString(),
        ...more,
      }),
    file: (media: object, more: object = {}) =>
      call('POST', '', {
        id: newId(),
        type: 'document',
        from: '5511987654321',
        name: 'Carla',
        at: new Date().toISOString(),
        media,
        ...more,
      }),
    /** A file as a form; if `last`, its fields follow it. */
    form: (bytes: Uint8Array | null, more: Record<string, string> = {}, { last = false, name = 'nota.pdf' } = {}) => {
      const form = new FormData();
      const fields = {
        id: newId(),
        type: 'document',
        from: '5511987654321',
        name: 'Carla',
        at: new Date().toISOString(),
        ...more,
      };
      const file = () =>
        bytes && form.append('media', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), name);
      if (last) file();
      for (const [key, value] of Object.entries(fields)) form.append(key, value);
      if (!last) file();
      return fetch(`${url}/webhooks/simulator/${connectionId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
    },
    faults: (faults: object) => call('PUT', '/faults', faults),
    session: (state: object) => call('PUT', '/session', state),
    delivered: async (to = '5511987654321') => {
      const reply = await call('GET', `/delivered?to=${encodeURIComponent(to)}`);
      return (await reply.json()) as SimulatorDelivered;
    },
  };
};
