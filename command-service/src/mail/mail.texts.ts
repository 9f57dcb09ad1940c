import type { Language } from '@prosa/contracts';
import type { LinkKind } from './mail.links.ts';

/** The words of a mail. `{name}` is its receiver, `{company}` their company, `{email}` their address. */
export type MailWords = { subject: string; text: string; button: string; after: string };

type Texts = {
  /** Greeting of somebody whose name is known, and of others. */
  hello: string;
  helloAll: string;
  /** Before the address that the button leads to. */
  address: string;
  /** The path of each kind of link is its own screen. */
  kinds: Record<LinkKind, MailWords>;
};

export const mailTexts: Record<Language, Texts> = {
  pt: {
    hello: 'Olá, {name}!',
    helloAll: 'Olá!',
    address: 'Se o botão não funcionar, copie este endereço no navegador:',
    kinds: {
      reset: {
        subject: 'Escolha uma nova senha do Prosa',
        text: 'Alguém, provavelmente você, disse que esqueceu a senha de {email} no Prosa.',
        button: 'Escolher nova senha',
        after: 'O link vale por 1 hora e uma única vez. Se não foi você, não precisa fazer nada: a sua senha continua a mesma.',
      },
      invitation: {
        subject: 'Convite para o Prosa: {company}',
        text: '{company} convidou você para o Prosa, onde a equipe atende os clientes. Escolha uma senha para entrar com {email}.',
        button: 'Aceitar convite',
        after: 'O link vale por 7 dias e uma única vez. Se você não esperava este convite, ignore este e-mail.',
      },
      email: {
        subject: 'Confirme o seu e-mail no Prosa',
        text: 'Confirme que {email} é o seu e-mail no Prosa.',
        button: 'Confirmar e-mail',
        after: 'O link vale por 24 horas. Se você não usa o Prosa, ignore este e-mail.',
      },
    },
  },
  en: {
    hello: 'Hello, {name}!',
    helloAll: 'Hello!',
    address: 'If the button does not work, copy this address into your browser:',
    kinds: {
      reset: {
        subject: 'Choose a new password for Prosa',
        text: 'Somebody, probably you, said that they forgot the password of {email} in Prosa.',
        button: 'Choose a new password',
        after:
          'The link is valid for 1 hour and works once. If it was not you, there is nothing to do: your password stays the same.',
      },
      invitation: {
        subject: 'Invitation to Prosa: {company}',
        text: '{company} invites you to Prosa, where the team serves its customers. Choose a password to sign in as {email}.',
        button: 'Accept invitation',
        after: 'The link is valid for 7 days and works once. If you did not expect this invitation, ignore this e-mail.',
      },
      email: {
        subject: 'Confirm your e-mail for Prosa',
        text: 'Confirm that {email} is your e-mail in Prosa.',
        button: 'Confirm e-mail',
        after: 'The link is valid for 24 hours. If you do not use Prosa, ignore this e-mail.',
      },
    },
  },
  es: {
    hello: '¡Hola, {name}!',
    helloAll: '¡Hola!',
    address: 'Si el botón no funciona, copia esta dirección en tu navegador:',
    kinds: {
      reset: {
        subject: 'Elige una nueva contraseña de Prosa',
        text: 'Alguien, probablemente tú, dijo que olvidó la contraseña de {email} en Prosa.',
        button: 'Elegir nueva contraseña',
        after: 'El enlace vale por 1 hora y una sola vez. Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue igual.',
      },
      invitation: {
        subject: 'Invitación a Prosa: {company}',
        text: '{company} te invita a Prosa, donde el equipo atiende a los clientes. Elige una contraseña para entrar con {email}.',
        button: 'Aceptar invitación',
        after: 'El enlace vale por 7 días y una sola vez. Si no esperabas esta invitación, ignora este correo.',
      },
      email: {
        subject: 'Confirma tu correo en Prosa',
        text: 'Confirma que {email} es tu correo en Prosa.',
        button: 'Confirmar correo',
        after: 'El enlace vale por 24 horas. Si no usas Prosa, ignora este correo.',
      },
    },
  },
};
