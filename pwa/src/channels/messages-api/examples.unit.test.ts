import { expect, test } from '@jest/globals';
import { type Example, exampleIn } from './examples.ts';

const text: Example = {
  url: 'https://prosa.example/api/messages/send',
  token: 'loja-centro-token',
  number: '5511900004182',
  body: 'Seu pedido saiu',
};

test('a text is sent as JSON', () => {
  expect(exampleIn('curl', text)).toBe(`curl https://prosa.example/api/messages/send \\
  -H 'Authorization: Bearer loja-centro-token' \\
  -H 'Content-Type: application/json' \\
  -d '{"number": "5511900004182", "body": "Seu pedido saiu"}'`);
  expect(exampleIn('TypeScript', text)).toContain(`body: JSON.stringify({ number: "5511900004182", body: "Seu pedido saiu" }),`);
  expect(exampleIn('Python', text)).toContain(`json={'number': "5511900004182", 'body': "Seu pedido saiu"},`);
});

test('a file goes with the fields of a form', () => {
  const file = { ...text, file: 'nota-18442.pdf' };
  expect(exampleIn('curl', file)).toBe(`curl https://prosa.example/api/messages/send \\
  -H 'Authorization: Bearer loja-centro-token' \\
  --form-string number=5511900004182 \\
  --form-string body='Seu pedido saiu' \\
  -F medias=@nota-18442.pdf`);
  expect(exampleIn('TypeScript', file)).toContain(`form.append('medias', await openAsBlob("nota-18442.pdf"), "nota-18442.pdf");`);
  expect(exampleIn('Python', file)).toContain(`files={'medias': open("nota-18442.pdf", 'rb')},`);
  for (const language of ['curl', 'TypeScript', 'Python'] as const)
    expect(exampleIn(language, { ...file, body: '' })).not.toMatch(/body['"=]/);
});

test('whatever was typed stays one word of the shell, and one string of a program', () => {
  const wild = { ...text, token: `a'b $HOME`, body: `d'água "já"\n$(rm -rf ~) \\ \`x\`` };
  expect(exampleIn('curl', wild)).toContain(`-H 'Authorization: Bearer a'\\''b $HOME'`);
  expect(exampleIn('curl', wild)).toContain(`"body": "d'\\''água \\"já\\"\\n$(rm -rf ~) \\\\ \`x\`"}'`);
  expect(exampleIn('TypeScript', wild)).toContain(`body: "d'água \\"já\\"\\n$(rm -rf ~) \\\\ \`x\`" }),`);
  expect(exampleIn('curl', { ...text, file: 'a;b "c".pdf' })).toContain(`-F 'medias=@"a;b \\"c\\".pdf"'`);
});
