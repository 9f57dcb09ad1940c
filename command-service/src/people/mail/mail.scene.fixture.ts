import { newId } from '@prosa/contracts';
import { type Call, type Instance, startWorld, type World } from '../../records/world.fixture.ts';
import { startMailServer } from './mail.fixture.ts';

/** Where the installation says that it is: no request's `Host`. */
export const PUBLIC_URL = 'https://atende.exemplo.com.br';

/** A world with two instances that send mails to a real SMTP server; close it in `afterAll`. */
export const startMailWorld = async (more: Parameters<World['instance']>[0] = {}) => {
  const [world, server] = await Promise.all([startWorld(), startMailServer()]);
  const mail = { PROSA_SMTP_URL: server.url, PROSA_PUBLIC_URL: PUBLIC_URL, PROSA_MAIL_FROM: 'Prosa <oi@exemplo.com.br>' };
  const [one, two] = await Promise.all([world.instance({ mail, ...more }), world.instance({ mail, ...more })]);
  let calls = 0;
  return {
    world,
    server,
    mail,
    one,
    two,
    /** Each call comes from another address, unless it says from which. */
    ask: (
      call: Parameters<Instance['call']>[0],
      { from = `10.1.${++calls >> 8}.${calls & 255}`, ...asked }: Call & { from?: string } = {},
      through: Instance = one,
    ) => through.call(call, { ...asked, headers: { 'x-forwarded-for': from, ...asked.headers } }),
    newEmail: () => `${newId()}@prosa.test`,
    close: async () => {
      await world.close();
      await server.close();
    },
  };
};
