import { newId, type OptionView } from '@prosa/contracts';
import { menuRoutes } from '@prosa/contracts/schemas';
import { api } from '../../kernel/calls/client.ts';
import { sendForm } from '../../kernel/calls/send-form.ts';

export type Step = OptionView & { children: Step[] };
/** The values of an option in a form. `file` undefined leaves the one that it has. */
export type Draft = { title: string; message: string; file?: File | undefined };

const UPLOAD_MS = 600_000;

/** The whole menu of a queue. */
export const fetchMenu = async (queueId: string): Promise<Step[]> =>
  (await api.call(menuRoutes.list, { query: { queueId } })).data as Step[];

const formOf = (file: File, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return form;
};

/** `key` makes a repeated creation the same. */
export const createOption = (queueId: string, parentId: string | null, { file, ...draft }: Draft, key: string) =>
  file
    ? sendForm({
        method: 'POST',
        path: '/queue-options',
        form: formOf(file, { ...draft, queueId, parentId: parentId ?? '-1' }),
        key,
        timeoutMs: UPLOAD_MS,
      })
    : api.call(menuRoutes.create, { body: { ...draft, queueId, parentId }, idempotencyKey: key });

export const changeOption = (id: string, { file, ...draft }: Draft) =>
  file
    ? sendForm({ method: 'PUT', path: `/queue-options/${id}`, form: formOf(file, draft), key: newId(), timeoutMs: UPLOAD_MS })
    : api.call(menuRoutes.change, { params: { id }, body: draft });

export const moveOption = (id: string, to: { parentId: string | null; option: number }) =>
  api.call(menuRoutes.change, { params: { id }, body: { parentId: to.parentId ?? -1, option: to.option } });

export const removeMedia = (id: string) => api.call(menuRoutes.deleteMedia, { params: { id } });
export const removeOption = (id: string) => api.call(menuRoutes.delete, { params: { id } });
