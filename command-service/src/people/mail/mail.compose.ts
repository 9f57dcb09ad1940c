import type { Language } from '@prosa/contracts';
import type { LinkKind } from './mail.links.ts';
import { type MailKind, mailTexts } from './mail.texts.ts';

/** A mail as it is handed over. `id` names it over all tries. */
export type Mail = { id: string; kind: MailKind; to: string; subject: string; text: string; html: string };

/** The screen that each kind of link opens. */
const paths: Record<LinkKind, string> = { reset: '/reset', invitation: '/invite', email: '/verify', change: '/verify' };

/** The address of a link. The token stands behind `#`, which browsers send to no server. */
export const addressOf = (publicUrl: string, kind: LinkKind, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${paths[kind]}#${token}`;

/** Writes a mail in its receiver's language, as plain text and as HTML. `link`: null for a notice; `to`: another address than `email`. */
export const compose = ({
  id,
  kind,
  language,
  email,
  newEmail = '',
  to = email,
  name,
  company,
  link,
}: {
  id: string;
  kind: MailKind;
  language: Language;
  email: string;
  newEmail?: string;
  to?: string;
  name: string | null;
  company: string;
  link: string | null;
}): Mail => {
  const { hello, helloAll, address, kinds } = mailTexts[language];
  const { subject, text, after, ...more } = kinds[kind];
  const button = 'button' in more ? more.button : '';
  const values = { name: unlinked(name ?? ''), company: unlinked(company), email, newEmail };
  const say = (words: string) =>
    words.replace(/\{(name|company|email|newEmail)\}/g, (_, key: keyof typeof values) => values[key]);
  const said = [say(name ? hello : helloAll), say(text), say(after)] as const;
  const [greeting, first, last] = said;
  return {
    id,
    kind,
    to,
    subject: say(subject),
    text: [greeting, first, ...(link === null ? [] : [`${button}:\n${link}`]), last, 'Prosa', ''].join('\n\n'),
    html: page({ language, subject: say(subject), greeting, first, last, button, address, link: link ?? '' }),
  };
};

/** Anybody chooses the names of people and companies: a mail program must not make an address of one. */
const unlinked = (name: string): string => name.replace(/[\r\n]+/g, ' ').replace(/([.:/@]+)(?=\S)/g, '$1\u2060 ');

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

type Page = Record<'subject' | 'greeting' | 'first' | 'last' | 'button' | 'address' | 'link', string> & { language: Language };

/** Colours with a contrast of at least 4.5:1 in both themes, no pictures, and the link also as text. */
const page = ({ language, ...texts }: Page): string => {
  const { subject, greeting, first, last, button, address, link } = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, escaped(text)]),
  ) as Omit<Page, 'language'>;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>
body { margin: 0; background: #f6f7f9; color: #1c2127; font: 16px/24px system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 32px 20px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.button { display: inline-block; border-radius: 8px; padding: 12px 20px; background: #0f766e; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { color: #5f6b7c; font-size: 14px; line-height: 20px; }
.small a { color: #0f766e; }
@media (prefers-color-scheme: dark) {
  body { background: #14181c; color: #e6edf3; }
  .button { background: #5eead4; color: #14181c; }
  .small { color: #a7b0bc; }
  .small a { color: #5eead4; }
}
</style>
</head>
<body>
<main>
<h1>${greeting}</h1>
<p>${first}</p>
${link && `<p><a class="button" href="${link}">${button}</a></p>\n`}<p>${last}</p>
${link && `<p class="small">${address}<br><a href="${link}">${link}</a></p>\n`}<p class="small">Prosa</p>
</main>
</body>
</html>
`;
};
