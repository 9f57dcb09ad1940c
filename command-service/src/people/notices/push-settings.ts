import type { PushSettings } from '../../kernel/deps.ts';
import { pushKeysOf } from './push-keys.ts';
import { type PushServices, pushServices } from './push-service.ts';

/** The key with which browsers subscribe; null if the installation sends no notifications. */
export const publicKeyOf = ({ PROSA_PUSH_KEY: key }: PushSettings): string | null => (key ? pushKeysOf(key).publicKey : null);

/** A client of the push services that the installation may call; null if the installation sends no notifications. */
export const pushServicesOf = (config: PushSettings): PushServices | null => {
  const { PROSA_PUSH_KEY: key, PROSA_PUSH_CONTACT, PROSA_ADMIN_EMAIL, PROSA_PUSH_SERVICES = '' } = config;
  if (!key) return null;
  const contact = PROSA_PUSH_CONTACT || PROSA_ADMIN_EMAIL || 'operator@prosa.invalid';
  const allowed = PROSA_PUSH_SERVICES.split(',').flatMap((origin) => (origin.trim() ? [new URL(origin.trim()).origin] : []));
  return pushServices({ keys: pushKeysOf(key), contact: /^https:/.test(contact) ? contact : `mailto:${contact}`, allowed });
};
