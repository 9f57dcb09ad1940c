import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../testing/until.ts';

type Mail = { subject: string; link: string; path: string };

/** The mails to an address, oldest first, as an installation without a mail server has them: files. */
const mailsTo = (data: string, email: string): Mail[] => {
  const folder = join(data, 'mail');
  return files(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!text.includes(`\nTo: ${email}\n`)) return [];
    const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? '';
    return [{ subject, link: /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '', path: join(folder, name) }];
  });
};
const files = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort();
  } catch {
    return [];
  }
};

/** The `count`th mail with a link to an address, once it has come; its link as an address of this product. */
export const mailTo = async ({ url, data }: { url: string; data: string }, email: string, count = 1) => {
  const mail = await until(() => mailsTo(data, email).filter((one) => one.link !== '')[count - 1]);
  const { pathname, hash } = new URL(mail!.link);
  return { subject: mail!.subject, link: `${url}${pathname}${hash}`, mode: statSync(mail!.path).mode & 0o777 };
};
