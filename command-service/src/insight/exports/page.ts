import { exportTexts } from '@prosa/contracts';
import type { Shown } from '@prosa/infra/verify';
import type { Chosen } from './collecting.ts';

export type PageLanguage = 'pt' | 'en' | 'es';
type About = { language: PageLanguage; zone: string; company: string; user: string; at: Date; events: number };
/** What the page needs to know of those who acted. */
export type NameOf = (actor: { kind?: string; id?: string }) => string | null;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

const STYLE = `:root{color-scheme:light dark}body{max-width:60rem;margin:0 auto;padding:1.5rem 1rem;font:16px/1.5 system-ui,sans-serif}
ol{padding:0;list-style:none}li{padding:.5rem 0;border-top:1px solid #8886}time{margin-right:.5rem}p{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
@media print{body{padding:0}}`;

const formatOf = (language: PageLanguage, zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });

export const pageHead = ({ language, zone, company, user, at, events }: About): string => {
  const { title, made, check } = exportTexts[language];
  const values: Record<string, string> = { user, at: formatOf(language, zone).format(at), events: String(events) };
  const line = made.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}: ${escaped(company)}</h1><p>${escaped(line)}</p><p>${escaped(check)}</p><ol>\n`;
};
export const PAGE_END = '</ol></main></body></html>\n';

/** Values that say nothing to people. */
const isForPeople = ({ at }: Shown): boolean => !['sha256', 'waveform'].includes(String(at.at(-1)));
const textOf = ({ json }: Shown): string => {
  const value: unknown = JSON.parse(json);
  return value === null ? '' : typeof value === 'string' ? value : json;
};

/** An event as a line of the page: when, who, what, and the texts that are shown. */
export const pageLine = (
  { event, isShown }: Chosen,
  shown: readonly Shown[],
  { language, zone, nameOf, file }: Pick<About, 'language' | 'zone'> & { nameOf: NameOf; file: string | null },
): string => {
  const { actors, events, covered, file: fileWord } = exportTexts[language];
  const meta = metaOf(event.metadata);
  const kind = (meta.actor?.kind ?? 'system') as keyof typeof actors;
  const who = nameOf(meta.actor ?? {}) ?? actors[kind] ?? kind;
  const when = meta.at === undefined ? '' : formatOf(language, zone).format(new Date(meta.at));
  const texts = shown.filter(isForPeople).map(textOf).filter(Boolean);
  const link = file && `<p><a href="${escaped(file)}">${escaped(fileWord)}: ${escaped(file)}</a></p>`;
  return `<li><time>${escaped(when)}</time><strong>${escaped(who)}</strong> ${escaped(events[event.type] ?? event.type)}${
    isShown ? '' : ` (${escaped(covered)})`
  }${texts.map((text) => `<p>${escaped(text)}</p>`).join('')}${link ?? ''}</li>\n`;
};

const metaOf = (metadata: Uint8Array): { at?: string; actor?: { kind?: string; id?: string } } => {
  try {
    return JSON.parse(Buffer.from(metadata).toString());
  } catch {
    return {};
  }
};
