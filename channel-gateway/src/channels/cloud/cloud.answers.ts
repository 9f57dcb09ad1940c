import type { GatewayAnswer, GatewayQuestion, MessageTemplate } from '@prosa/contracts';
import { wrongTokenOf } from '../graph/graph.answers.ts';
import { type GraphClient, GraphError, isUnknownCall, itemsOf, pageOf } from '../graph/graph.client.ts';
import { verdictOf } from '../graph/graph.errors.ts';
import { partsOf, textOf } from '../graph/graph.lines.ts';
import { outsideOfSession } from '../graph/graph.outside.ts';
import type { GatewayServices } from '../provider.port.ts';
import type { Categorized, CloudTemplates } from './cloud.templates.ts';

type Check = Extract<GatewayQuestion, { kind: 'check' }>;
type Templates = Extract<GatewayQuestion, { kind: 'templates' }>;
type Checked = Extract<GatewayAnswer, { kind: 'check' }>;

/** Templates a page: Graph allows more, but a company has rarely more. */
const PAGE = '50';

/** Whether a number can be acted for with what was typed, and subscribes the app to its account, so that webhooks come. */
export const checkCloud = async (client: GraphClient, { secrets, values }: Check, signal: AbortSignal): Promise<Checked> => {
  const { phoneNumberId = '', wabaId = '' } = values;
  const token = secrets.accessToken ?? '';
  const wrong = (field: string, why: string): Checked => ({
    kind: 'check',
    account: null,
    externalId: null,
    wrong: { [field]: why },
  });
  if (token === '') return wrong('accessToken', 'invalid');
  for (const [field, value] of Object.entries({ phoneNumberId, wabaId }))
    if (!/^\d{1,40}$/.test(value)) return wrong(field, 'invalid');
  /** Asks for something of Graph; a refusal is the field's, or the token's. */
  const asked = async <Result>(field: string, work: () => Promise<Result>): Promise<Result | Checked> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (verdictOf(error) === 'token') return wrong('accessToken', wrongTokenOf(error));
      if (error.code === 100) return wrong(field, 'not-found');
      throw error;
    }
  };
  const number = await asked('phoneNumberId', () =>
    client.get(phoneNumberId, { token, query: { fields: 'display_phone_number,verified_name' }, signal }),
  );
  if (isChecked(number)) return number;
  const found = await asked('wabaId', () =>
    hasNumber(client, { token, wabaId, phoneNumberId, signal }).catch(async (error: unknown) => {
      if (!isUnknownCall(error)) throw error;
      // A token without the right to list numbers: that the account has templates shows that it is there.
      await client.get(`${wabaId}/message_templates`, { token, query: { fields: 'name', limit: '1' }, signal });
      return true;
    }),
  );
  if (typeof found !== 'boolean') return found;
  if (!found) return wrong('phoneNumberId', 'not-found');
  const subscribed = await asked('wabaId', () => client.post(`${wabaId}/subscribed_apps`, { token, signal }));
  if (isChecked(subscribed)) return subscribed;
  return { kind: 'check', account: textOf(number.display_phone_number), externalId: phoneNumberId, wrong: {} };
};
const isChecked = (answer: Record<string, unknown> | Checked): answer is Checked => answer.kind === 'check';

const hasNumber = async (
  client: GraphClient,
  { token, wabaId, phoneNumberId, signal }: { token: string; wabaId: string; phoneNumberId: string; signal: AbortSignal },
): Promise<boolean> => {
  const numbers = itemsOf(client, `${wabaId}/phone_numbers`, { token, query: { fields: 'id', limit: '100' }, signal });
  for await (const { id } of numbers) if (id === phoneNumberId) return true;
  return false;
};

/** A page of the templates that are approved and that Prosa can fill. Null if the connection has no account of them. */
export const templatesOf = async (
  { client, templates }: { client: GraphClient; templates: Pick<CloudTemplates, 'note'> },
  { connectionId, companyId, next }: Templates,
  services: GatewayServices,
  signal: AbortSignal,
): Promise<GatewayAnswer | null> => {
  const secrets = await services.secretsOf({ id: connectionId, companyId });
  const { accessToken: token, wabaId } = secrets?.values ?? {};
  if (!token || !wabaId) return null;
  const query = {
    fields: 'name,language,status,category,parameter_format,components',
    status: 'APPROVED',
    limit: PAGE,
    ...(next && { after: next }),
  };
  const at = new Date();
  const page = pageOf(
    await outsideOfSession({ id: connectionId }, services, () =>
      client.get(`${wabaId}/message_templates`, { token, query, signal }),
    ),
  );
  await templates.note(wabaId, page.data.flatMap(categorized), at);
  return { kind: 'templates', templates: page.data.flatMap((one) => templateOf(one) ?? []), next: page.next };
};

/** A template of a list by its category; nothing if it has none. */
const categorized = ({ name, language, category }: Record<string, unknown>): Categorized[] => {
  const [called, spoken, is] = [textOf(name), textOf(language), textOf(category)];
  return called !== null && spoken !== null && is !== null ? [{ name: called, language: spoken, category: is }] : [];
};

/** Null for one that wants more than the values of its text: a file above it, or a part of a button's address. */
const templateOf = ({
  name,
  language,
  status,
  category,
  parameter_format,
  components,
}: Record<string, unknown>): MessageTemplate | null => {
  const parts = partsOf(components);
  const part = (type: string) => parts.find((one) => one.type === type);
  const [header, body, footer] = [part('HEADER'), part('BODY'), part('FOOTER')];
  const buttons = partsOf(part('BUTTONS')?.buttons);
  const text = textOf(body?.text);
  const [shownName, shownLanguage] = [textOf(name), textOf(language)];
  if (status !== 'APPROVED' || text === null || shownName === null || shownLanguage === null) return null;
  if (parameter_format === 'NAMED' || (header && header.format !== 'TEXT')) return null;
  const others = [textOf(header?.text), ...buttons.map(({ url }) => textOf(url))];
  if (others.some((one) => one?.includes('{{'))) return null;
  return {
    name: shownName,
    language: shownLanguage,
    category: textOf(category) ?? '',
    text,
    header: textOf(header?.text),
    footer: textOf(footer?.text),
    buttons: buttons.flatMap((button) => textOf(button.text) ?? []),
    values: new Set(text.match(/\{\{\d+\}\}/g) ?? []).size,
  };
};
