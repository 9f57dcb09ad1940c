import { Refused, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { noticeMigrations } from './notices.migrations.ts';
import { tellDevices } from './notices.reactors.ts';
import { areDeviceKeys } from './push-keys.ts';
import { publicKeyOf, pushServicesOf } from './push-settings.ts';
import { subscriptions } from './subscriptions.ts';

const calls = (app: App, { pool, config }: Deps): void => {
  const devices = subscriptions({ pool, masterKey: config.PROSA_KEYS });
  const services = pushServicesOf(config);
  const key = publicKeyOf(config);

  implement<typeof routes.notices.key, Caller>(app, routes.notices.key, () => ({ key }));

  implement<typeof routes.notices.subscribe, Caller>(app, routes.notices.subscribe, async ({ body, principal }) => {
    if (!services) throw new Refused('ERR_PUSH_OFF');
    const { language, ...device } = body;
    if (!areDeviceKeys(device.keys)) throw new Refused('ERR_VALIDATION', { fields: { keys: 'Invalid key' } });
    if (!(await services.allows(device.endpoint))) throw new Refused('ERR_PUSH_ADDRESS');
    await devices.put(principal, { device, language });
    return null;
  });

  implement<typeof routes.notices.unsubscribe, Caller>(app, routes.notices.unsubscribe, async ({ principal }) => {
    await devices.remove(principal.userId, principal.version);
    return null;
  });
};

/** Notifications on devices (Web Push). */
export const notices: Feature = { name: 'notices', routes: calls, reactors: [tellDevices], migrations: noticeMigrations };
