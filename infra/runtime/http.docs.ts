import { fieldsOf, type Schema, typeOf } from './http.docs.fields.ts';
import { guide } from './http.docs.guide.ts';
import { style } from './http.docs.style.ts';

type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  summary: string;
  tags?: string[];
  'x-permission': string;
  parameters: { name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};
/** What of an OpenAPI document the page shows. */
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  'x-errors': Record<string, { status: number; message: string }>;
  'x-permissions': Record<string, readonly string[] | 'platform'>;
};
type Call = { method: string; path: string; operation: Operation };

/** The page that explains an API to people: one file of HTML with all that it needs, without a script. */
export const docsPage = (document: Document): string => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = Object.entries(Object.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? 'other'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prosa API</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents"><h1>Prosa API</h1>
<ul>${contents.map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`).join('')}</ul>
<h2>Calls</h2>
<ul>${groups.map(([name]) => `<li><a href="#calls-${text(name)}">${text(name)}</a></li>`).join('')}</ul>
</nav>
<main id="content">
${guide}
${errorsOf(document)}
${groups.map(([name, of]) => `<section id="calls-${text(name)}"><h2>${text(name)}</h2>${of!.map((call) => callOf(call, document)).join('')}</section>`).join('\n')}
</main>
</body>
</html>
`;
};

const contents = [
  ['begin', 'To begin'],
  ['sign-in', 'Sign-in'],
  ['idempotency', 'Idempotency-Key'],
  ['position', 'Prosa-Position'],
  ['lists', 'Lists'],
  ['live', 'Live'],
  ['simulator', 'The simulator channel'],
  ['errors', 'Errors'],
] as const;

const errorsOf = ({ 'x-errors': errors }: Document): string => `<section id="errors"><h2>Errors</h2>
<p>A refusal answers <code>{"error","message","fields"?,"details"?}</code>. Go by <code>error</code>; <code>message</code> is for
people, in Portuguese. <code>fields</code> names what is wrong in each field, by its dotted path. 503 carries
<code>Retry-After</code>: the same call may succeed at once.</p>
${table(
  ['Code', 'Status', 'Message'],
  Object.entries(errors).map(([code, { status, message }]) => [`<code>${text(code)}</code>`, String(status), text(message)]),
)}</section>`;

const callOf = ({ method, path, operation }: Call, document: Document): string => {
  const id = `${method}-${path}`.replace(/[^\w-]+/g, '-');
  const { parameters, requestBody, responses } = operation;
  const [[status, reply], ...refusals] = Object.entries(responses) as [[string, Content], ...[string, { description: string }][]];
  const replied = schemaOf(reply);
  return `<article id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name"><span class="method ${method.toLowerCase()}">${method}</span> <code>${text(path)}</code></h3>
<p>${text(operation.summary)}</p>
<p class="who">${text(whoOf(operation['x-permission'], document))}</p>
${parametersOf(parameters.filter(({ in: where }) => where !== 'header'))}
${fieldTable('Body', requestBody && schemaOf(requestBody))}
${fieldTable(`Answer ${status}${replied?.items ? ': a list' : ''}`, replied)}
${refusalsOf(refusals)}
</article>`;
};

const refusalsOf = (refusals: [string, { description: string }][]): string =>
  `<p>Refused with: ${refusals.map(([status, { description }]) => `${status} <code>${text(description)}</code>`).join('; ')}.</p>`;

const whoOf = (permission: string, { 'x-permissions': permissions }: Document): string => {
  if (permission === 'public') return 'Anybody, without a token.';
  const holders = permissions[permission] ?? [];
  return holders === 'platform' ? 'Who may: platform-level users.' : `Who may: ${holders.join(', ')}.`;
};

const schemaOf = ({ content }: Content): Schema | undefined => content?.['application/json']?.schema;

const parametersOf = (parameters: Operation['parameters']): string =>
  parameters.length === 0
    ? ''
    : table(
        ['Parameter', 'In', 'Type'],
        parameters.map(({ name, in: where, schema }) => [`<code>${text(name)}</code>`, where, text(typeOf(schema))]),
      );

const fieldTable = (title: string, schema: Schema | undefined): string => {
  if (!schema) return '';
  const fields = fieldsOf(schema);
  if (fields.length === 0) return `<p>${text(title)}: ${text(typeOf(schema))}</p>`;
  return table(
    [title, 'Type', ''],
    fields.map(({ name, type, isRequired }) => [`<code>${text(name)}</code>`, text(type), isRequired ? '' : 'optional']),
  );
};

const table = (head: string[], rows: string[][]): string =>
  `<div class="table" tabindex="0" role="region" aria-label="${text(head[0]!)}"><table><thead><tr>${head.map((name) => `<th scope="col">${text(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`;

/** As text of HTML, within an attribute too. */
const text = (value: string): string => value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
