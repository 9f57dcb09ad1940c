import { z } from 'zod';

/**
 * Every code that a refusal can carry: its HTTP status and what it says to an integrator. The PWA looks the code up in its own
 * translations; `message` here is the fallback, in Portuguese as the product speaks first.
 */
export const errors = {
  ERR_NO_OTHER_WHATSAPP: { status: 409, message: 'Deve haver pelo menos um WhatsApp padrão.' },
  ERR_NO_DEF_WAPP_FOUND: { status: 409, message: 'Nenhum WhatsApp padrão encontrado. Verifique a página de conexões.' },
  ERR_CHECK_NUMBER: { status: 400, message: 'O número não existe ou não é um número de WhatsApp.' },
  ERR_WAPP_NOT_INITIALIZED: { status: 409, message: 'Esta sessão ainda não foi iniciada. Verifique a página de conexões.' },
  ERR_WAPP_CHECK_CONTACT: { status: 502, message: 'Não foi possível verificar o contato. Verifique a página de conexões.' },
  ERR_WAPP_INVALID_CONTACT: { status: 400, message: 'Este não é um número de WhatsApp válido.' },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 502, message: 'Não foi possível baixar a mídia. Verifique a página de conexões.' },
  ERR_INVALID_CREDENTIALS: { status: 401, message: 'E-mail ou senha incorretos. Tente de novo.' },
  ERR_SENDING_WAPP_MSG: { status: 502, message: 'Não foi possível enviar a mensagem. Verifique a página de conexões.' },
  ERR_DELETE_WAPP_MSG: { status: 409, message: 'Não foi possível apagar a mensagem.' },
  ERR_OTHER_OPEN_TICKET: { status: 409, message: 'Já existe um atendimento aberto para este contato.' },
  ERR_SESSION_EXPIRED: { status: 403, message: 'Sessão expirada. Entre de novo.' },
  ERR_USER_CREATION_DISABLED: { status: 403, message: 'A criação de usuários está desativada.' },
  ERR_NO_PERMISSION: { status: 403, message: 'Você não tem permissão para acessar este recurso.' },
  ERR_DUPLICATED_CONTACT: { status: 409, message: 'Já existe um contato com este número.' },
  ERR_NO_SETTING_FOUND: { status: 404, message: 'Nenhuma configuração encontrada com este nome.' },
  ERR_NO_CONTACT_FOUND: { status: 404, message: 'Nenhum contato encontrado com este número.' },
  ERR_NO_TICKET_FOUND: { status: 404, message: 'Nenhum atendimento encontrado com este número.' },
  ERR_NO_USER_FOUND: { status: 404, message: 'Nenhum usuário encontrado com este número.' },
  ERR_NO_WAPP_FOUND: { status: 404, message: 'Nenhuma conexão encontrada com este número.' },
  ERR_CREATING_MESSAGE: { status: 409, message: 'Não foi possível criar a mensagem.' },
  ERR_CREATING_TICKET: { status: 409, message: 'Não foi possível criar o atendimento.' },
  ERR_FETCH_WAPP_MSG: { status: 409, message: 'Esta mensagem é antiga demais.' },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, message: 'Esta cor já está em uso. Escolha outra.' },
  ERR_WAPP_GREETING_REQUIRED: { status: 400, message: 'A mensagem de saudação é obrigatória quando há mais de uma fila.' },
  // Prosa's own, where the specification names none.
  ERR_VALIDATION: { status: 400, message: 'Confira os campos.' },
  ERR_UNAUTHENTICATED: { status: 401, message: 'Entre na sua conta.' },
  ERR_SESSION_ENDED_FOR_SAFETY: {
    status: 401,
    message:
      'Por segurança, sua sessão foi encerrada: o mesmo acesso foi usado em dois lugares. Entre de novo e troque a sua senha.',
  },
  ERR_PASSWORD_CHANGED: { status: 401, message: 'Sua senha foi trocada por um administrador. Entre com a nova senha.' },
  ERR_COMPANY_STOPPED: {
    status: 401,
    message: 'Esta empresa está inativa. Entre em contato com o Suporte para mais informações!',
  },
  ERR_SUBSCRIPTION_EXPIRED: {
    status: 401,
    message: 'Opss! Sua assinatura venceu {date}. Entre em contato com o Suporte para mais informações!',
  },
  ERR_TAG_REQUIRED: { status: 409, message: 'Você precisa selecionar uma tag antes.' },
  ERR_QUEUE_REQUIRED: { status: 400, message: 'Selecione uma fila' },
  ERR_TICKET_NOT_OPEN: { status: 409, message: 'Só é possível escrever em um atendimento aberto.' },
  ERR_NO_QUEUE_FOUND: { status: 404, message: 'Nenhuma fila encontrada com este número.' },
  ERR_NO_TAG_FOUND: { status: 404, message: 'Nenhuma tag encontrada com este número.' },
  ERR_NO_MESSAGE_FOUND: { status: 404, message: 'Nenhuma mensagem encontrada com este número.' },
  ERR_NO_COMPANY_FOUND: { status: 404, message: 'Nenhuma empresa encontrada com este número.' },
  ERR_DUPLICATED_EMAIL: { status: 409, message: 'Já existe um usuário com este e-mail.' },
  ERR_PLAN_LIMIT: { status: 409, message: 'O limite do seu plano foi atingido.' },
  ERR_TRANSITION: { status: 409, message: 'O atendimento não está em um estado que permita isto.' },
  ERR_IDEMPOTENCY_MISMATCH: { status: 422, message: 'Esta chave de idempotência já foi usada com outro conteúdo.' },
  ERR_IDENTITY_COLLISION: { status: 409, message: 'Não foi possível criar o atendimento para este contato.' },
  ERR_TOO_LARGE: { status: 413, message: 'O conteúdo é grande demais.' },
  ERR_BAD_REQUEST: { status: 400, message: 'O pedido não pôde ser lido.' },
  ERR_NOT_FOUND: { status: 404, message: 'Este endereço não existe.' },
  ERR_METHOD_NOT_ALLOWED: { status: 405, message: 'Este método não existe aqui.' },
  ERR_REQUEST_TIMEOUT: { status: 408, message: 'O pedido demorou demais para chegar. Tente de novo.' },
  ERR_TOO_MANY_REQUESTS: { status: 429, message: 'Muitas tentativas. Espere um momento e tente de novo.' },
  ERR_BUSY: { status: 503, message: 'O sistema está ocupado. Tente de novo em instantes.' },
  ERR_BEHIND: { status: 503, message: 'Os dados ainda estão sendo atualizados. Tente de novo em instantes.' },
  ERR_INTERNAL: { status: 500, message: 'Algo deu errado do nosso lado. Tente de novo.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** What a refused call answers. `fields` maps a body's or query's field (dotted path) to its message. */
export const ErrorReply = z.object({
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** What a screen may say more, as the winner's name in `ERR_OTHER_OPEN_TICKET`. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorReply = z.output<typeof ErrorReply>;

/** A call or command that is refused: its code says why, in every language. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    more: { message?: string; fields?: Record<string, string>; details?: Record<string, unknown> } = {},
  ) {
    super(more.message ?? errors[code].message);
    this.code = code;
    this.status = errors[code].status;
    this.fields = more.fields;
    this.details = more.details;
  }
}
