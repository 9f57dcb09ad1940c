import type { ImportView } from '@prosa/contracts';

/** Uploads a spreadsheet as a browser does: of contacts, unless `to` is the call of another kind. With `preview` nothing is imported yet. */
export const importFile = async (
  url: string,
  token: string,
  file: { name: string; bytes: string | Uint8Array<ArrayBuffer> },
  { preview = false, to = '/contacts/import' } = {},
): Promise<ImportView> => {
  const form = new FormData();
  if (preview) form.append('preview', 'true');
  form.append('file', new Blob([file.bytes]), file.name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api${to}`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`The import was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as ImportView;
};
