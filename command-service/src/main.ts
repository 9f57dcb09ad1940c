import { readConfig, runService } from '@prosa/infra/runtime';
import { z } from 'zod';
import { createCommandService } from './app.ts';

const installation = z.object({
  PROSA_DEMO: z.string().optional(),
  PROSA_DEMO_FILE: z.string().optional(),
  PROSA_ADMIN_EMAIL: z.string().optional(),
  PROSA_ADMIN_PASSWORD: z.string().optional(),
  PROSA_PUSH_CONTACT: z.string().optional(),
  PROSA_PUSH_SERVICES: z
    .string()
    .refine((list) => list.split(',').every((origin) => URL.canParse(origin.trim())), 'addresses with commas')
    .optional(),
  PROSA_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://… or smtps://…' }).optional(),
  PROSA_MAIL_FROM: z.string().optional(),
  PROSA_MAIL_FOLDER: z.string().optional(),
  PROSA_ERASURES: z.string().optional(),
  /** `20,200`: messages that the token of a connection may send a second, and at once. */
  PROSA_MESSAGES_RATE: z
    .string()
    .regex(/^\d{1,6},\d{1,6}$/, 'as 20,200')
    .transform((text) => text.split(',').map(Number) as [number, number])
    .refine(([perSecond, burst]) => perSecond > 0 && burst > 0, 'as 20,200')
    .transform(([perSecond, burst]) => ({ perSecond, burst }))
    .optional(),
  PROSA_PIX_URL: z.url({ protocol: /^https?$/, error: 'https://…' }).optional(),
  PROSA_PIX_CLIENT_ID: z.string().optional(),
  PROSA_PIX_CLIENT_SECRET: z.string().optional(),
  PROSA_PIX_KEY: z.string().max(77).optional(),
  PROSA_PIX_CERT_FILE: z.string().optional(),
  GATEWAY_URL: z.url({ protocol: /^https?$/, error: 'http://…' }).optional(),
  PROJECTION_URL: z.url({ protocol: /^https?$/, error: 'http://…' }).optional(),
  PROSA_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'https://…' }).optional(),
});

await runService('command-service', async ({ log }) => {
  const onCrash = (error: Error) =>
    setImmediate(() => {
      throw error;
    });
  const service = await createCommandService({ config: readConfig(installation), log, onCrash });
  const { url } = await service.start();
  return { url, close: service.close };
});
