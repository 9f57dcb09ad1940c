import type { MessageKind, PushNotice } from '@prosa/contracts';
import { readableNumber } from '../../contacts/contacts/number.ts';

type Words = {
  /** The sender's name, and the number of messages. */
  message: (name: string) => string;
  messages: (name: string, count: number) => string;
  waiting: (name: string) => string;
  transferred: (name: string) => string;
  /** `by`: who has named the user; null if that is unknown. */
  mentioned: (name: string, by: string | null) => string;
  somebody: string;
  reply: string;
  placeholder: string;
  notSent: string;
  again: string;
  kinds: Record<MessageKind, string>;
};

/**
 * The texts of notifications: the worker also shows them when no page with its texts is open. Kinds of messages have the names that lists
 * use.
 */
export const noticeWords: Record<PushNotice['language'], Words> = {
  pt: {
    message: (name) => `Nova mensagem de ${name}`,
    messages: (name, count) => `${count} novas mensagens de ${name}`,
    waiting: (name) => `${name} espera atendimento`,
    transferred: (name) => `Atendimento transferido: ${name}`,
    mentioned: (name, by) => `${by ?? 'Um colega'} mencionou você em ${name}`,
    somebody: 'Cliente',
    reply: 'Responder',
    placeholder: 'Escreva a resposta',
    notSent: 'A resposta não foi enviada',
    again: 'Tentar de novo',
    kinds: {
      place: 'Localização',
      contacts: 'Contato',
      'voice-call': 'Chamada de voz perdida',
      'video-call': 'Chamada de vídeo perdida',
      'view-once': 'Visualização única: abra no celular',
      'phone-only': 'Só no celular: abra o WhatsApp nele',
      undecrypted: 'Aguardando esta mensagem',
      unsupported: 'O Prosa não mostra esta mensagem: peça outra forma',
      image: 'Foto',
      sticker: 'Figurinha',
      audio: 'Áudio',
      video: 'Vídeo',
      document: 'Documento',
    },
  },
  en: {
    message: (name) => `New message from ${name}`,
    messages: (name, count) => `${count} new messages from ${name}`,
    waiting: (name) => `${name} is waiting`,
    transferred: (name) => `Ticket transferred: ${name}`,
    mentioned: (name, by) => `${by ?? 'A colleague'} mentioned you in ${name}`,
    somebody: 'Customer',
    reply: 'Reply',
    placeholder: 'Write the answer',
    notSent: 'The answer was not sent',
    again: 'Try again',
    kinds: {
      place: 'Location',
      contacts: 'Contact',
      'voice-call': 'Missed voice call',
      'video-call': 'Missed video call',
      'view-once': 'View once: open it on the phone',
      'phone-only': 'Only on the phone: open WhatsApp there',
      undecrypted: 'Waiting for this message',
      unsupported: 'Prosa cannot show this message: ask for another form',
      image: 'Photo',
      sticker: 'Sticker',
      audio: 'Audio',
      video: 'Video',
      document: 'Document',
    },
  },
  es: {
    message: (name) => `Nuevo mensaje de ${name}`,
    messages: (name, count) => `${count} mensajes nuevos de ${name}`,
    waiting: (name) => `${name} espera atención`,
    transferred: (name) => `Atención transferida: ${name}`,
    mentioned: (name, by) => `${by ?? 'Un colega'} le mencionó en ${name}`,
    somebody: 'Cliente',
    reply: 'Responder',
    placeholder: 'Escriba la respuesta',
    notSent: 'La respuesta no se envió',
    again: 'Intentar de nuevo',
    kinds: {
      place: 'Ubicación',
      contacts: 'Contacto',
      'voice-call': 'Llamada de voz perdida',
      'video-call': 'Videollamada perdida',
      'view-once': 'Ver una vez: ábralo en el teléfono',
      'phone-only': 'Solo en el teléfono: abra WhatsApp en él',
      undecrypted: 'Esperando este mensaje',
      unsupported: 'Prosa no muestra este mensaje: pida otra forma',
      image: 'Foto',
      sticker: 'Sticker',
      audio: 'Audio',
      video: 'Video',
      document: 'Documento',
    },
  },
};

/** The data of a push that its notification keeps. */
export type NoticeData = Pick<PushNotice, 'ticketId' | 'userId' | 'seq' | 'language'> & {
  url: string;
  /** When it was shown, in milliseconds since 1970. */
  shownAt: number;
  /** The answer that was typed into it and could not be sent. */
  answer?: string;
};

/** TypeScript's DOM types lack the options that only some browsers support; other browsers ignore them. */
export type ShownOptions = NotificationOptions & {
  actions?: { action: string; title: string; type?: 'text' | 'button'; placeholder?: string }[];
  renotify?: boolean;
  data: NoticeData;
};

const looks = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
const urlOf = (ticketId: string): string => `/tickets/${ticketId}`;

/**
 * Returns the title and options of a push's notification: one per ticket, with the number of unread messages. `isAgain`: it was shown
 * before.
 */
export const shownOf = (notice: PushNotice, isAgain: boolean): [title: string, options: ShownOptions] => {
  const { why, ticketId, userId, seq, unread, kind, text, language, mayAnswer } = notice;
  const words = noticeWords[language];
  const name = (notice.name && readableNumber(notice.name)) || words.somebody;
  const many = why === 'message' && unread > 1;
  const title = many ? words.messages(name, unread) : words[why](name, notice.by ?? null);
  const body = kind === null ? (text ?? '') : text ? `${words.kinds[kind]}: ${text}` : words.kinds[kind];
  const reply = { action: 'reply', type: 'text' as const, title: words.reply, placeholder: words.placeholder };
  return [
    title,
    {
      ...looks,
      body,
      tag: ticketId,
      renotify: !isAgain,
      silent: isAgain,
      actions: mayAnswer && why !== 'waiting' && why !== 'mentioned' ? [reply] : [],
      data: { url: urlOf(ticketId), ticketId, userId, seq, language, shownAt: Date.now() },
    },
  ];
};

/** Returns the notification for an answer that could not be sent: it contains the text and stays until the user acts on it. */
export const notSentOf = (data: NoticeData, answer: string): [title: string, options: ShownOptions] => {
  const words = noticeWords[data.language];
  return [
    words.notSent,
    {
      ...looks,
      body: answer,
      tag: data.ticketId,
      renotify: true,
      requireInteraction: true,
      actions: [{ action: 'again', title: words.again }],
      data: { ...data, answer },
    },
  ];
};
