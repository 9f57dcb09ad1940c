import type { ImportView } from '@prosa/contracts';

/** Uploads a spreadsheet of contacts as a browser does. With `preview` nothing is imported yet. */
export const importFile = async (
  url: string,
  token: string,
  file: { name: string; bytes: string | Uint8Array<ArrayBuffer> },
  { preview = false } = {},
): Promise<ImportView> => {
  const form = new FormData();
  if (preview) form.append('preview', 'true');
  form.append('file', new Blob([file.bytes]), file.name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/contacts/import`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`The import was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as ImportView;
};
