import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { PushNotice } from '@prosa/contracts';
import webPush from 'web-push';
import { assertNamesPublic, assertPublic, PrivateAddress, publicLookup } from './public-address.ts';
import type { PushKeys } from './push-keys.ts';

/** A browser's subscription. `endpoint` is a secret. */
export type Device = { endpoint: string; keys: { p256dh: string; auth: string } };

/**
 * The result of a push. `gone`: the subscription no longer exists; `later`: retry, after `afterMs` if the service named a time; `refused`:
 * the service does not accept this push, with the HTTP status.
 */
export type Pushed = { is: 'taken' | 'gone' } | { is: 'later'; afterMs: number | null } | { is: 'refused'; status: number };

export type PushServices = {
  /** Whether an endpoint may be called: https with a public host, or a service that the operator allows. */
  allows: (endpoint: string) => Promise<boolean>;
  /** Encrypts a notice for a device and hands it to the device's push service. Never rejects. */
  push: (device: Device, notice: PushNotice) => Promise<Pushed>;
};

/** How long a push service keeps a notification for a device that is off. */
export const TTL_SECONDS = 4 * 3_600;
const TIMEOUT_MS = 10_000;
const MOST_MS = 3_600_000;

/**
 * A client of browsers' push services (RFC 8030), authenticated with the installation's keys (RFC 8292). `contact`: where the services'
 * operators can reach ours. `allowed`: origins that may be private or without TLS.
 */
export const pushServices = ({
  keys,
  contact,
  allowed = [],
  timeoutMs = TIMEOUT_MS,
}: {
  keys: PushKeys;
  contact: string;
  allowed?: readonly string[];
  timeoutMs?: number;
}): PushServices => {
  const isAllowed = (url: URL) => allowed.includes(url.origin);

  /** Posts without following redirects; returns status and `Retry-After`. */
  const post = (
    url: URL,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<{ status: number; after: string | undefined }> =>
    new Promise((resolve, reject) => {
      if (!isAllowed(url)) assertNamesPublic(url);
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const signal = AbortSignal.timeout(timeoutMs);
      const asked = send(url, { method: 'POST', headers, signal, ...(!isAllowed(url) && { lookup: publicLookup }) }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, after: answer.headers['retry-after'] });
      });
      asked.on('error', reject);
      asked.end(body);
    });

  return {
    allows: async (endpoint) => {
      const url = new URL(endpoint);
      if (isAllowed(url)) return true;
      if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
      return assertPublic(url).then(
        () => true,
        () => false,
      );
    },

    push: async (device, notice) => {
      const details = (() => {
        try {
          return webPush.generateRequestDetails(device, JSON.stringify(notice), {
            vapidDetails: { subject: contact, ...keys },
            TTL: TTL_SECONDS,
            topic: notice.ticketId.replaceAll('-', ''),
            urgency: 'high',
            contentEncoding: 'aes128gcm',
          });
        } catch {
          return null; // the device's keys are invalid
        }
      })();
      if (!details) return { is: 'gone' };
      try {
        const { status, after } = await post(new URL(device.endpoint), details.headers as Record<string, string>, details.body!);
        if (status >= 200 && status < 300) return { is: 'taken' };
        if (status === 404 || status === 410) return { is: 'gone' };
        if (status === 429 || status >= 500) return { is: 'later', afterMs: msOf(after) };
        return { is: 'refused', status };
      } catch (error) {
        return error instanceof PrivateAddress ? { is: 'gone' } : { is: 'later', afterMs: null };
      }
    },
  };
};

/** Parses `Retry-After`, in seconds or as a date. */
const msOf = (after: string | undefined): number | null => {
  if (after === undefined) return null;
  const ms = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MOST_MS);
};
