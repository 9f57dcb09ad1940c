import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const exclude = (path: string): boolean => /(^|\/)(node_modules|\.git|\.cache|\.prosa|dist)(\/|$)/.test(path);
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: root, exclude });
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = filesOf('**/*.md');
const decisions = filesOf('infra/decisions/[0-9]*.md').sort();

/** The addresses of a page's headings, as they are made by GitHub. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
const isBroken = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

test('every link from one document to another leads somewhere', () => {
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!\w+:)([^)]+)\)/g)].map(([, link]) => ({ page, link: link! })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ page, link }) => isBroken(page, link))).toEqual([]);
});

test('the first page and the guide stay short', () => {
  const long = ['README.md', ...filesOf('infra/guide/*.md')].filter(
    (page) => textOf(page).split('\n').length - 1 > (page === 'README.md' ? 120 : 150),
  );
  expect(long).toEqual([]);
});

test('decisions are numbered from 1 without gaps, have one form, and stand in their index', () => {
  const index = textOf('infra/decisions/README.md');
  for (const [i, path] of decisions.entries()) {
    const text = textOf(path);
    expect(text).toMatch(new RegExp(`^# ${i + 1}\\. `));
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(['Context', 'Decision', 'Consequences']);
    expect(index).toContain(`| ${i + 1} | [${/^# \d+\. (.*)$/m.exec(text)![1]}](${path.split('/').at(-1)}) |`);
  }
});

test('each decision that is cited exists', () => {
  const cited = [...filesOf('**/*.{ts,tsx,mjs,md}')].flatMap((path) =>
    [...textOf(path).matchAll(/\bdecisions?(?: |\]\([^)]*\) )((?:\d+)(?:(?:, | and | to )\d+)*)/g)].flatMap(([, numbers]) =>
      numbers!.match(/\d+/g)!.map((number) => ({ path, number: Number(number) })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ number }) => number < 1 || number > decisions.length)).toEqual([]);
  // The older records had other numbers: their name, ADR, is used no more.
  expect(filesOf('**/*.{ts,tsx,mjs}').filter((path) => /\bADR \d/.test(textOf(path)))).toEqual([]);
});

test('the terms of the glossary are in alphabetical order', () => {
  const terms = [...textOf('infra/glossary.md').matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, term]) =>
    term!.toLowerCase().replace(/ \(.*\)/, ''),
  );
  expect(terms.length).toBeGreaterThan(50);
  expect(terms).toEqual([...terms].sort((a, b) => a.localeCompare(b, 'en')));
});

describe('a feature imports only those of the steps before its own', () => {
  const listed = /^A feature imports only[\s\S]*?(?=^## )/m.exec(textOf('infra/guide/extending.md'))![0];
  /** The steps of a package, each the names of its features. */
  const stepsOf = (text: string): string[][] =>
    text
      .replace(/[`.]/g, '')
      .split(';')
      .map((step) => step.split(',').map((name) => name.replace(/^\s*(?:then )?| with [\s\S]*$|\s+$/g, '')));
  const packages = [...listed.matchAll(/^- `([\w-]+)`: ([\s\S]*?)(?=^- |\n\n)/gm)].map(([, name, text]) => ({
    name: name!,
    place: new Map(stepsOf(text!).flatMap((step, place) => step.map((feature) => [feature, place]))),
  }));
  /** A file's feature: its folder, or in an area the folder in that. Null: it combines features. */
  const featureOf = (path: string): string | null => {
    const [, , ...folders] = dirname(path).split('/');
    return AREAS.has(folders[0]!) ? (folders[1] ?? null) : (folders[0] ?? null);
  };
  const importsOf = (path: string): string[] =>
    [...textOf(path).matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, to]) => join(dirname(path), to!));

  test.each(packages)('$name', ({ name, place }) => {
    const files = filesOf(`${name}/src/**/*.{ts,tsx}`).filter((path) => !/\.(test|fixture|story)\.tsx?$|\/testing\//.test(path));
    const imports = files.flatMap((path) =>
      importsOf(path).flatMap((to) => {
        const [by, of] = [featureOf(path), featureOf(to)];
        return by === null || of === null || by === of ? [] : [{ by, of, path }];
      }),
    );
    expect(imports.length).toBeGreaterThan(100);
    // A feature without a place is imported by none.
    expect(
      imports.filter(({ by, of }) => (place.get(of) ?? Number.POSITIVE_INFINITY) >= (place.get(by) ?? Number.MAX_VALUE)),
    ).toEqual([]);
  });
});
const AREAS = new Set(['desk', 'contacts', 'flows', 'people', 'channels', 'company', 'insight']);
