import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from '../../../../infra/testing/until.ts';

/** A mail as it came: `link` is the first one in its text. */
export type Received = { from: string; to: string; subject: string; text: string; html: string; raw: string; link: string };
/** How the server treats the next mails: takes them, refuses them for now or for ever, or says nothing at all. */
export type Mood = 'takes' | 'later' | 'never' | 'silent';

/** A real SMTP server. */
export const startMailServer = async (port = 0) => {
  const received: Received[] = [];
  let mood: Mood = 'takes';
  let tries = 0;
  const refusals = { later: [451, 'Try again later'], never: [550, 'No such mailbox'] } as const;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => {
      tries += 1;
      if (mood === 'silent') return;
      if (mood === 'takes') return done();
      const [responseCode, words] = refusals[mood];
      done(Object.assign(new Error(words), { responseCode }));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push(read(Buffer.concat(parts).toString('latin1'), from, rcptTo.map(({ address }) => address).join()));
        done();
      });
    },
  });
  server.on('error', () => undefined); // a client that ends in mid-sentence
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: taken } = server.server.address() as AddressInfo;
  const to = (email: string) => received.filter((mail) => mail.to === email);
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received,
    to,
    behaves: (next: Mood) => {
      mood = next;
      tries = 0;
    },
    /** How often a receiver was named since it behaves so. */
    tries: () => tries,
    /** The newest mail to an address, once it has come: the `count`th. */
    mailTo: async (email: string, count = 1): Promise<Received> => {
      await until(() => to(email).length >= count);
      return to(email).at(-1)!;
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
};
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The token of a link. */
export const tokenOf = ({ link }: Pick<Received, 'link'>): string => new URL(link).hash.slice(1);

const read = (raw: string, from: string, to: string): Received => {
  const [text = '', html = ''] = ['plain', 'html'].map((type) => partOf(raw, type));
  const subject = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(raw)?.[1] ?? '';
  const link = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '';
  return { from, to, subject: wordsOf(subject), text, html, raw, link };
};

/** The text of a part of a multipart message. */
const partOf = (raw: string, type: string): string => {
  const part = raw.split(/\r?\n--[^\r\n]+/).find((one) => new RegExp(`^Content-Type: text/${type}`, 'm').test(one)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const coded = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(coded, 'base64').toString();
  return /quoted-printable/i.test(head) ? unquoted(coded.replace(/=\r?\n/g, '')) : coded;
};
const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
/** A header whose words may be encoded (RFC 2047). */
const wordsOf = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
    );
