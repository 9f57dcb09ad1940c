import { readdirSync, readFileSync } from 'node:fs';
import type { Page, WhatsAppNumber } from './model.ts';

const folder = new URL('./recorded/', import.meta.url);

/** The names of the recorded webhook bodies of the WhatsApp Cloud API. */
export const recordedNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''));

/** A recorded body, byte for byte. */
export const recorded = (name: string): string => readFileSync(new URL(`${name}.json`, folder), 'utf8');

/** The account that the recorded bodies are for. */
export const RECORDED_NUMBER_ID = '1122334455667';
export const RECORDED_CUSTOMER = '972987654321';

type Customer = { number?: string; bsuid?: string; name?: string };

/** A webhook with one change of a WhatsApp number. */
export const whatsAppBody = ({ id, wabaId, display }: WhatsAppNumber, value: object, field = 'messages'): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: wabaId,
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: display.replaceAll(/\D/g, ''), phone_number_id: id },
            ...value,
          },
          field,
        },
      ],
    },
  ],
});

/** News of a whole business account. */
export const accountBody = ({ wabaId }: Pick<WhatsAppNumber, 'wabaId'>, field: string, value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [{ id: wabaId, time: Math.floor(Date.now() / 1_000), changes: [{ field, value }] }],
});

const contactOf = ({ number, bsuid, name = 'Carla' }: Customer): object => ({
  profile: { name },
  ...(number && { wa_id: number }),
  ...(bsuid && { user_id: bsuid }),
});

/** A customer's message: `content` with its `type`. */
export const whatsAppMessage = (
  account: WhatsAppNumber,
  customer: Customer,
  id: string,
  content: object,
  at = Date.now(),
): object =>
  whatsAppBody(account, {
    contacts: [contactOf(customer)],
    messages: [
      {
        ...(customer.number ? { from: customer.number } : { from_user_id: customer.bsuid }),
        id,
        timestamp: String(Math.floor(at / 1_000)),
        ...content,
      },
    ],
  });

/** One status of one of our messages. */
export const whatsAppStatus = (account: WhatsAppNumber, status: object): object =>
  whatsAppBody(account, { statuses: [{ timestamp: String(Math.floor(Date.now() / 1_000)), ...status }] });

/** A webhook with one event between a customer and a page, or its Instagram account. */
export const messagingBody = (
  { object, id }: { object: 'page' | 'instagram'; id: string },
  event: { from: string; to: string; at?: number } & Record<string, unknown>,
): object => {
  const { from, to, at = Date.now(), ...rest } = event;
  return {
    object,
    entry: [{ id, time: Date.now(), messaging: [{ sender: { id: from }, recipient: { id: to }, timestamp: at, ...rest }] }],
  };
};

/** As whom a page receives webhooks. */
export const pageOf = ({ id }: Pick<Page, 'id'>) => ({ object: 'page' as const, id });
export const instagramOf = ({ instagram }: Page) => ({ object: 'instagram' as const, id: instagram!.id });
