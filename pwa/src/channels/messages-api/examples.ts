/** The call of an example; `file`: the name of a file that goes with it. */
export type Example = { url: string; token: string; number: string; body: string; file?: string };

export const exampleLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** A word of a shell, whatever is in it. */
const inShell = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
/** A string of TypeScript, and of Python too: both read the escapes of JSON. */
const quoted = (text: string): string => JSON.stringify(text);
/** The name of a file within curl's form, where some characters mean something. */
const inForm = (name: string): string => (/[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name);

const curl = ({ url, token, number, body, file }: Example): string => {
  const parts =
    file === undefined
      ? [`-H 'Content-Type: application/json'`, `-d ${inShell(`{"number": ${quoted(number)}, "body": ${quoted(body)}}`)}`]
      : [
          // Unlike -F it takes a text that begins with @ as it is.
          `--form-string number=${inShell(number)}`,
          ...(body === '' ? [] : [`--form-string body=${inShell(body)}`]),
          `-F ${inShell(`medias=@${inForm(file)}`)}`,
        ];
  return [`curl ${inShell(url)}`, `-H ${inShell(`Authorization: Bearer ${token}`)}`, ...parts].join(' \\\n  ');
};

const typescript = ({ url, token, number, body, file }: Example): string => {
  const headers = `Authorization: ${quoted(`Bearer ${token}`)}, 'Idempotency-Key': crypto.randomUUID()`;
  if (file === undefined)
    return `const answer = await fetch(${quoted(url)}, {
  method: 'POST',
  headers: { ${headers}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ number: ${quoted(number)}, body: ${quoted(body)} }),
});
console.log(answer.status, await answer.json());`;
  return `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.append('number', ${quoted(number)});${body === '' ? '' : `\nform.append('body', ${quoted(body)});`}
form.append('medias', await openAsBlob(${quoted(file)}), ${quoted(file)});
const answer = await fetch(${quoted(url)}, {
  method: 'POST',
  headers: { ${headers} },
  body: form,
});
console.log(answer.status, await answer.json());`;
};

const python = ({ url, token, number, body, file }: Example): string => {
  const fields = `{'number': ${quoted(number)}${file !== undefined && body === '' ? '' : `, 'body': ${quoted(body)}`}}`;
  const content =
    file === undefined ? `    json=${fields},` : `    data=${fields},\n    files={'medias': open(${quoted(file)}, 'rb')},`;
  return `import uuid

import requests

answer = requests.post(
    ${quoted(url)},
    headers={'Authorization': ${quoted(`Bearer ${token}`)}, 'Idempotency-Key': str(uuid.uuid4())},
${content}
)
print(answer.status_code, answer.json())`;
};

const writers: Record<ExampleLanguage, (example: Example) => string> = { curl, TypeScript: typescript, Python: python };

/** A program, or a command, that makes the call. */
export const exampleIn = (language: ExampleLanguage, example: Example): string => writers[language](example);
