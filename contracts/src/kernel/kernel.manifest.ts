import { manifest } from './manifest.ts';

/** The general permissions, and the refusals that any call may return: they belong to no single feature. */
export const kernel = manifest({
  name: 'kernel',
  permissions: {
    public: [],
    'signed-in': ['admin', 'supervisor', 'user', 'auditor'],
    /** Held by no user: the bearer is the token of a connection. */
    'connection-token': [],
  },
  errors: {
    ERR_SESSION_EXPIRED: { status: 403, message: 'Sessão expirada. Entre de novo.' },
    ERR_NO_PERMISSION: { status: 403, message: 'Você não tem permissão para acessar este recurso.' },
    ERR_VALIDATION: { status: 400, message: 'Confira os campos.' },
    ERR_UNAUTHENTICATED: { status: 401, message: 'Entre na sua conta.' },
    ERR_SESSION_ENDED_FOR_SAFETY: {
      status: 401,
      message:
        'Por segurança, sua sessão foi encerrada: o mesmo acesso foi usado em dois lugares. Entre de novo e troque a sua senha.',
    },
    ERR_PASSWORD_CHANGED: { status: 401, message: 'Sua senha foi trocada. Entre com a nova senha.' },
    ERR_COMPANY_STOPPED: {
      status: 401,
      message: 'Esta empresa está inativa. Entre em contato com o Suporte para mais informações!',
    },
    ERR_PLAN_LIMIT: { status: 409, message: 'O limite do seu plano foi atingido.' },
    ERR_IDEMPOTENCY_MISMATCH: { status: 422, message: 'Esta chave de idempotência já foi usada com outro conteúdo.' },
    ERR_TOO_LARGE: { status: 413, message: 'O conteúdo é grande demais.' },
    ERR_BAD_REQUEST: { status: 400, message: 'O pedido não pôde ser lido.' },
    ERR_NOT_FOUND: { status: 404, message: 'Este endereço não existe.' },
    ERR_METHOD_NOT_ALLOWED: { status: 405, message: 'Este método não existe aqui.' },
    ERR_REQUEST_TIMEOUT: { status: 408, message: 'O pedido demorou demais para chegar. Tente de novo.' },
    ERR_TOO_MANY_REQUESTS: { status: 429, message: 'Muitas tentativas. Espere um momento e tente de novo.' },
    ERR_BUSY: { status: 503, message: 'O sistema está ocupado. Tente de novo em instantes.' },
    ERR_BEHIND: { status: 503, message: 'Os dados ainda estão sendo atualizados. Tente de novo em instantes.' },
    ERR_INTERNAL: { status: 500, message: 'Algo deu errado do nosso lado. Tente de novo.' },
  },
});
