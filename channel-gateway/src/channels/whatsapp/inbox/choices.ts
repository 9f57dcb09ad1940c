import type { Choice } from '@prosa/contracts';
import type { proto } from '@whiskeysockets/baileys';
import { fieldsIn, flowAnswers } from '../../kernel/flow-answers.ts';
import { totalLine } from '../../kernel/totals.ts';

type Chosen = { kind: 'choice'; choice: Choice };

/** The customer's choice or pressed button; null for a message of another kind. */
export const choiceOf = (message: proto.IMessage): Chosen | null => {
  const list = message.listResponseMessage;
  if (list) return choice(list.singleSelectReply?.selectedRowId, list.title);
  const button = message.buttonsResponseMessage;
  if (button) return choice(button.selectedButtonId, button.selectedDisplayText);
  const template = message.templateButtonReplyMessage;
  if (template) return choice(template.selectedId, template.selectedDisplayText);
  const { body, nativeFlowResponseMessage: native } = message.interactiveResponseMessage ?? {};
  const pressed = fieldsIn(native?.paramsJson).id;
  if (typeof pressed === 'string') return choice(pressed, body?.text);
  return body?.text && flowAnswers(native?.paramsJson) === '' ? choice(null, body.text) : null;
};
const choice = (id: string | null | undefined, title: string | null | undefined): Chosen => ({
  kind: 'choice',
  choice: { id: id || title || '-', title: title || id || '-' },
});

/** Contents that are shown as lines of text; '' if there are none. */
export const linesOf = (message: proto.IMessage): string =>
  (readLines[Object.keys(readLines).find((name) => message[name as keyof proto.IMessage]) ?? '']?.(message) ?? [])
    .filter(Boolean)
    .join('\n');
type Lines = readonly (string | null | undefined)[];
const pollLines = (poll: proto.Message.IPollCreationMessage): Lines => [
  poll.name,
  ...(poll.options ?? []).map(({ optionName }) => `· ${optionName}`),
];
const readLines: Record<string, (message: proto.IMessage) => Lines> = {
  pollCreationMessage: ({ pollCreationMessage: poll }) => pollLines(poll!),
  pollCreationMessageV2: ({ pollCreationMessageV2: poll }) => pollLines(poll!),
  pollCreationMessageV3: ({ pollCreationMessageV3: poll }) => pollLines(poll!),
  pollCreationMessageV5: ({ pollCreationMessageV5: poll }) => pollLines(poll!),
  eventMessage: ({ eventMessage: event }) => [event!.name, event!.description],
  groupInviteMessage: ({ groupInviteMessage: invite }) => [invite!.groupName, invite!.caption],
  productMessage: ({ productMessage }) => [productMessage!.product?.title, productMessage!.product?.description],
  orderMessage: ({ orderMessage: order }) => [
    order!.orderTitle,
    order!.message,
    order!.totalAmount1000 == null ? '' : totalLine(Number(order!.totalAmount1000) / 1_000, order!.totalCurrencyCode),
  ],
  interactiveResponseMessage: ({ interactiveResponseMessage: form }) => [
    flowAnswers(form!.nativeFlowResponseMessage?.paramsJson),
  ],
  // Messages of other companies' robots.
  buttonsMessage: ({ buttonsMessage: asked }) => [asked!.text, asked!.contentText, asked!.footerText],
  listMessage: ({ listMessage: asked }) => [asked!.title, asked!.description, asked!.footerText],
  templateMessage: ({ templateMessage: asked }) => {
    const { hydratedTitleText, hydratedContentText, hydratedFooterText } =
      asked!.hydratedTemplate ?? asked!.hydratedFourRowTemplate ?? {};
    return [hydratedTitleText, hydratedContentText, hydratedFooterText];
  },
  interactiveMessage: ({ interactiveMessage: asked }) => [asked!.header?.title, asked!.body?.text, asked!.footer?.text],
};
