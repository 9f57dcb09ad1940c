import { type CampaignFields, confirmationSlots, isBlank, messageSlots } from '@prosa/contracts';

type Content = Pick<
  CampaignFields,
  'confirmation' | 'template' | (typeof messageSlots)[number] | (typeof confirmationSlots)[number]
>;
type Sent = Content & Pick<CampaignFields, 'whatsappId' | 'contactListId'>;
/** `isByTemplate`: its connection begins with a template. `hasFile`: a file goes with the message. */
type Facts = { isByTemplate: boolean; hasFile: boolean };

const isWritten = (text: string): boolean => !isBlank(text);

/** The fields that a campaign lacks to be sent: the API refuses it without them. */
export const missingFields = (fields: Sent, { isByTemplate, hasFile }: Facts): string[] => {
  const missing: string[] = [];
  if (fields.contactListId === null) missing.push('contactListId');
  if (fields.whatsappId === null) missing.push('whatsappId');
  if (isByTemplate && fields.template === null) missing.push('template');
  const hasMessage = hasFile || messageSlots.some((slot) => isWritten(fields[slot]));
  const isTemplateAlone = fields.template !== null && !fields.confirmation;
  if (!hasMessage && !isTemplateAlone) missing.push('message1');
  const asks = isByTemplate || confirmationSlots.some((slot) => isWritten(fields[slot]));
  if (fields.confirmation && !asks) missing.push('confirmationMessage1');
  return missing;
};
