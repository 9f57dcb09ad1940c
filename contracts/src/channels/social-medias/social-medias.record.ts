import { z } from 'zod';
import { event } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { GREY, limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';
import { fold } from '../../kernel/texts/fold.ts';
import { visible } from '../../kernel/texts/visible.ts';

const may = 'social-medias:write';
const missing = 'ERR_NO_SOCIAL_MEDIA_FOUND';
const full = 'ERR_TOO_MANY_SOCIAL_MEDIAS';

/** A text that is folded to nothing would be found in every message. */
const isFindable = (text: string): boolean => fold(text) !== '';
const required = z.string({ error: 'Obrigatório' }).overwrite(visible).min(1, 'Obrigatório');

const socialMedia = record({
  name: 'socialMedias',
  listAs: 'medias',
  kind: 'social-media',
  fields: z.object({
    name: required.min(3, 'Nome muito curto').max(limits.name.max, 'Too Long!').refine(f.storable, 'Invalid text'),
    color: f.color.default(GREY),
    /** What the customers who come from there write: in the link of an advertisement it is their message's text. */
    message: required
      .max(limits.sourceMessage, 'Too Long!')
      .refine(f.storable, 'Invalid text')
      .refine(isFindable, 'Invalid text'),
    /** What Meta names an advertisement or a link by in a `referral`: the link's `ref`, or the advertisement's id. */
    ref: z
      .string()
      .overwrite(visible)
      .max(limits.sourceRef, 'Too Long!')
      .refine(f.storable, 'Invalid text')
      .refine((value) => value === '' || isFindable(value), 'Invalid text')
      .nullable()
      .transform((value) => value || null)
      .default(null),
  }),
  set: 'social-medias',
  base: '/social-medias',
  orderBy: ['name'],
  searchIn: ['name', 'message'],
  may: { read: may, write: may },
  auditors: true,
  permissions: { [may]: ['admin'] },
  missing,
  errors: {
    [missing]: { status: 404, message: 'Nenhuma mídia social encontrada com este número.' },
    [full]: { status: 409, message: `Uma empresa tem no máximo ${limits.socialMedias} mídias sociais.` },
  },
});

/**
 * The sources from which customers come, such as a social network: only administrators read and write them. All of a company's are in one
 * stream, because each message of a customer is compared with all of them.
 */
export const socialMedias = {
  ...socialMedia,
  routes: { ...socialMedia.routes, create: { ...socialMedia.routes.create, refuses: [full] } },
  conversation: {
    /**
     * A message that the customer wrote in the ticket names the source: by its text, or by its `ref`. Once for each source of a
     * conversation; again only after that ticket was deleted.
     */
    LeadAttributed: event(
      'LeadAttributed',
      z.object({
        ticketId: f.id,
        messageId: f.id,
        contactId: f.id,
        socialMediaId: f.id,
        by: z.enum(['message', 'ref']),
      }),
    ),
  },
};
export type SocialMediaView = z.output<typeof socialMedias.view>;
