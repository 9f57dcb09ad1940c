import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailSettings } from '../../kernel/mail-settings.ts';
import type { Mail } from './mail.compose.ts';

/** Hands mails over. Rejects with MailFailed if that failed, or nobody knows whether it did. */
export type Post = { deliver: (mail: Mail) => Promise<void> };

/** Without addresses and texts, which the server's own words may contain. `isFinal`: the server will never take it. */
export class MailFailed extends Error {
  readonly isFinal: boolean;
  constructor(code: string, isFinal = false) {
    super(`The mail was not taken: ${code}.`);
    this.isFinal = isFinal;
  }
}

/** No try may take longer than a mail is in hand (mail.queue.ts). */
export const TIMEOUT_MS = { connection: 10_000, answer: 20_000, whole: 60_000 };

/** The post of this installation; null if it sends no mails. */
export const postOf = (settings: MailSettings, timeoutMs = TIMEOUT_MS): Post | null => {
  const { PROSA_SMTP_URL: smtp, PROSA_MAIL_FOLDER: folder, PROSA_PUBLIC_URL: address } = settings;
  if (!address) return null;
  const host = new URL(address).hostname;
  const from = settings.PROSA_MAIL_FROM ?? `Prosa <no-reply@${host}>`;
  if (smtp) return smtpPost({ url: new URL(smtp), from, host, timeoutMs });
  return folder ? folderPost({ folder, from }) : null;
};

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

const smtpPost = ({
  url,
  from,
  host,
  timeoutMs,
}: {
  url: URL;
  from: string;
  host: string;
  timeoutMs: typeof TIMEOUT_MS;
}): Post => {
  const isSecure = url.protocol === 'smtps:';
  const { connection, answer, whole } = timeoutMs;
  const transport = async () => {
    // Loaded with the first mail: it takes memory, and an installation may send mails rarely, or write them to a folder.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isSecure ? 465 : 587),
      secure: isSecure,
      // A mail opens an account: it is not sent in the clear unless the operator says so.
      requireTLS: !isSecure && !isLoopback(url.hostname) && url.searchParams.get('tls') !== 'false',
      ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      connectionTimeout: connection,
      greetingTimeout: connection,
      dnsTimeout: connection,
      socketTimeout: answer,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      const way = await transport();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject({ code: 'ETIMEDOUT' }), whole);
      const sending = way.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Equal in all tries, so that mailboxes may recognise the second.
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
      try {
        await Promise.race([sending, late.promise]);
      } catch (error) {
        const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number };
        const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
        throw new MailFailed(responseCode ? `${code} ${responseCode}` : code, isFinal);
      } finally {
        clearTimeout(timer);
        sending.catch(() => undefined); // after its time is over
        way.close();
      }
    },
  };
};

/** Writes mails as text files that only this user can read: for an installation of one machine, and for trying it out. */
const folderPost = ({ folder, from }: { folder: string; from: string }): Post => ({
  deliver: async ({ id, kind, to, subject, text }) => {
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${kind}-${id}.txt`);
    const lines = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, '', text];
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, lines.join('\n'), { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
    } catch (error) {
      throw new MailFailed((error as NodeJS.ErrnoException).code ?? 'EUNKNOWN');
    }
  },
});
