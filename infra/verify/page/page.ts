import { sha256 } from '@noble/hashes/sha2.js';
import { findingTexts, type Language } from '../check/findings.texts.ts';
import type { Facts, Finding } from '../check/findings.ts';
import { placeOf } from '../check/sentence.ts';
import { verify } from '../check/verify.ts';
import type { Hasher } from '../format/bytes.ts';
import { crc32 } from '../format/zip.ts';
import { pageTexts } from './page.texts.ts';

const languages: readonly Language[] = ['pt', 'en', 'es'];
/** How many findings are listed: a page with a hundred thousand of them would help nobody. */
const LISTED = 200;

const language: Language =
  navigator.languages.map((tag) => languages.find((known) => tag.startsWith(known))).find((known) => known !== undefined) ?? 'pt';
const text = (name: keyof (typeof pageTexts)['pt'], values: Record<string, string | number> = {}): string =>
  pageTexts[language][name].replace(/\{\{(\w+)\}\}/g, (_, value: string) =>
    typeof values[value] === 'number' ? values[value].toLocaleString(language) : (values[value] ?? ''),
  );
const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;

/** Browsers' own SHA-256 answers by promise alone, which costs more than the hash where there are many. */
const hasher: Hasher = {
  sha256: (bytes) => sha256(bytes),
  crc32,
  begin: () => {
    const sum = sha256.create();
    return { update: (bytes) => void sum.update(bytes), digest: () => sum.digest() };
  },
};

const element = (tag: string, content: string, className = ''): HTMLElement => {
  const made = document.createElement(tag);
  made.textContent = content;
  made.className = className;
  return made;
};

const showFacts = ({ origin, key, signedAt, treeSize, exportedAt, events, shown, covered }: Facts): void => {
  const at = (time: number): string => new Date(time).toLocaleString(language, { dateStyle: 'long', timeStyle: 'long' });
  const rows: [string, string | null][] = [
    [text('log'), origin],
    [text('signedBy'), key],
    [text('head'), treeSize === null ? null : text('headOf', { events: treeSize, at: at((signedAt ?? 0) * 1_000) })],
    [text('exported'), exportedAt && at(Date.parse(exportedAt))],
    [text('content'), origin && text('contentOf', { events, shown, covered })],
  ];
  const list = byId('facts');
  list.replaceChildren(...rows.flatMap(([name, value]) => (value ? [element('dt', name), element('dd', value)] : [])));
  list.hidden = list.childElementCount === 0;
};

const showFindings = (findings: readonly Finding[]): void => {
  const { length: count } = findings;
  if (count === 0) {
    byId('result').replaceChildren(element('h2', text('intact'), 'good'));
    return;
  }
  const list = document.createElement('ul');
  for (const finding of findings.slice(0, LISTED)) {
    const item = element('li', findingTexts[language][finding.code]);
    item.append(element('span', placeOf(language, finding)));
    list.append(item);
  }
  if (count > LISTED) list.append(element('li', text('more', { count: count - LISTED })));
  const title = count === 1 ? text('differsOne') : text('differs', { count });
  byId('result').replaceChildren(element('h2', title, 'bad'), list);
};

const handleSubmit = async (event: SubmitEvent): Promise<void> => {
  event.preventDefault();
  const input = byId<HTMLInputElement>('file');
  const file = input.files?.[0];
  const result = byId('result');
  byId('facts').hidden = true;
  input.setAttribute('aria-invalid', String(!file));
  if (!file) {
    result.replaceChildren(element('p', text('choose'), 'bad'));
    return input.focus();
  }
  const progress = element('p', text('checking', { percent: 0 }));
  result.replaceChildren(progress);
  const heads = await Promise.all([...(byId<HTMLInputElement>('heads').files ?? [])].map((head) => head.text()));
  const source = {
    size: file.size,
    read: async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  };
  try {
    const { findings, facts } = await verify(source, hasher, {
      key: byId<HTMLInputElement>('key').value.trim() || undefined,
      heads,
      onProgress: (part) => {
        progress.textContent = text('checking', { percent: Math.floor(part * 100) });
      },
    });
    showFindings(findings);
    showFacts(facts);
  } catch {
    result.replaceChildren(element('p', text('failed'), 'bad'));
  }
};

/** Without these signatures every package would seem to be wrong. */
const knowsEd25519 = async (): Promise<boolean> => {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    return true;
  } catch {
    return false;
  }
};

/** A field with its label, and a help that is read out with it. */
const field = (
  id: string,
  name: Parameters<typeof text>[0],
  input: Partial<Pick<HTMLInputElement, 'type' | 'accept' | 'required' | 'multiple' | 'autocomplete' | 'spellcheck'>>,
  help?: string,
): HTMLElement[] => {
  const label = document.createElement('label');
  label.htmlFor = id;
  label.textContent = text(name);
  const control = document.createElement('input');
  Object.assign(control, { id, ...input });
  if (help === undefined) return [label, control];
  control.setAttribute('aria-describedby', `${id}-help`);
  return [label, control, Object.assign(element('p', help, 'help'), { id: `${id}-help` })];
};

const showPage = (): void => {
  document.documentElement.lang = language;
  document.title = text('title');
  const form = document.createElement('form');
  form.noValidate = true;
  form.append(
    ...field('file', 'file', { type: 'file', accept: '.zip,application/zip', required: true }),
    ...field('key', 'key', { type: 'text', autocomplete: 'off', spellcheck: false }, text('keyHelp')),
    ...field('heads', 'heads', { type: 'file', accept: '.txt,text/plain', multiple: true }),
    Object.assign(document.createElement('button'), { type: 'submit', textContent: text('check') }),
  );
  form.addEventListener('submit', (event) => void handleSubmit(event));
  const result = Object.assign(document.createElement('section'), { id: 'result', role: 'status' });
  const facts = Object.assign(document.createElement('dl'), { id: 'facts', hidden: true });
  document.querySelector('main')!.append(element('h1', text('title')), element('p', text('intro')), form, result, facts);
};

showPage();
knowsEd25519().then((known) => {
  if (known) return;
  document.querySelector('form')!.hidden = true;
  byId('result').replaceChildren(element('p', text('unsupported'), 'bad'));
});
