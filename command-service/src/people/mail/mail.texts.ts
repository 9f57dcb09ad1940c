import type { Language } from '@prosa/contracts';
import type { LinkKind } from './mail.links.ts';

/** Mails that tell of something and have no link. `emailAsked`: another e-mail was asked for. */
const noticeKinds = ['emailAsked', 'emailChanged', 'passwordChanged', 'twoStepOn', 'twoStepOff'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
export type MailKind = LinkKind | NoticeKind;
export const isNotice = (kind: MailKind): kind is NoticeKind => (noticeKinds as readonly string[]).includes(kind);

export type NoticeWords = { subject: string; text: string; after: string };
/** The words of a mail. `{name}` is its receiver, `{company}` their company, `{email}` their address, `{newEmail}` the one they asked for. */
export type MailWords = { subject: string; text: string; button: string; after: string };

type Texts = {
  /** Greeting of somebody whose name is known, and of others. */
  hello: string;
  helloAll: string;
  /** Before the address that the button leads to. */
  address: string;
  /** The path of each kind of link is its own screen. */
  kinds: Record<LinkKind, MailWords> & Record<NoticeKind, NoticeWords>;
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
      change: {
        subject: 'Confirme o seu novo e-mail no Prosa',
        text: 'Confirme que {newEmail} é o seu e-mail. Até lá, a sua conta no Prosa continua com o e-mail de antes.',
        button: 'Confirmar e-mail',
        after: 'O link vale por 24 horas. Se você não pediu isto, ignore este e-mail: sem o link, nada muda.',
      },
      emailAsked: {
        subject: 'Troca do seu e-mail no Prosa',
        text: 'Alguém, provavelmente você, pediu para trocar o e-mail da sua conta no Prosa, {email}, por {newEmail}. A troca vale quando o link enviado ao novo e-mail for aberto.',
        after: 'Se não foi você, troque a sua senha agora: isso cancela o pedido. Avise também o administrador da sua empresa.',
      },
      emailChanged: {
        subject: 'O seu e-mail no Prosa mudou',
        text: 'O e-mail da sua conta no Prosa, que era {email}, agora é {newEmail}. Você entra com ele.',
        after: 'Se você não sabe desta mudança, avise agora o administrador da sua empresa.',
      },
      passwordChanged: {
        subject: 'A sua senha do Prosa mudou',
        text: 'A senha da sua conta no Prosa, {email}, foi trocada.',
        after:
          'Se não foi você nem o administrador da sua empresa, escolha outra em “Esqueceu a senha?” e avise o administrador.',
      },
      twoStepOn: {
        subject: 'Verificação em duas etapas ativada no Prosa',
        text: 'A verificação em duas etapas da sua conta no Prosa, {email}, foi ativada: a entrada pede também um código do aplicativo autenticador.',
        after: 'Se não foi você, avise agora o administrador da sua empresa, que pode redefini-la, e troque a sua senha.',
      },
      twoStepOff: {
        subject: 'Verificação em duas etapas desativada no Prosa',
        text: 'A verificação em duas etapas da sua conta no Prosa, {email}, foi desativada: a entrada pede só a senha.',
        after: 'Se não foi você nem o administrador da sua empresa, troque a sua senha agora e ative a verificação de novo.',
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
      change: {
        subject: 'Confirm your new e-mail for Prosa',
        text: 'Confirm that {newEmail} is your e-mail. Until then your Prosa account keeps the one that it has.',
        button: 'Confirm e-mail',
        after:
          'The link is valid for 24 hours. If you did not ask for this, ignore this e-mail: without the link nothing changes.',
      },
      emailAsked: {
        subject: 'Change of your e-mail in Prosa',
        text: 'Somebody, probably you, asked to change the e-mail of your Prosa account, {email}, to {newEmail}. It changes once the link sent to the new e-mail is opened.',
        after:
          'If it was not you, change your password now: that cancels the request. Tell the administrator of your company, too.',
      },
      emailChanged: {
        subject: 'Your e-mail in Prosa has changed',
        text: 'The e-mail of your Prosa account, which was {email}, is {newEmail} now. You sign in with it.',
        after: 'If you do not know of this change, tell the administrator of your company now.',
      },
      passwordChanged: {
        subject: 'Your Prosa password has changed',
        text: 'The password of your Prosa account, {email}, was changed.',
        after:
          'If it was neither you nor the administrator of your company, choose another one by “Forgot the password?” and tell the administrator.',
      },
      twoStepOn: {
        subject: 'Two-step sign-in turned on in Prosa',
        text: 'The two-step sign-in of your Prosa account, {email}, was turned on: signing in asks for a code of the authenticator app, too.',
        after: 'If it was not you, tell the administrator of your company now, who can reset it, and change your password.',
      },
      twoStepOff: {
        subject: 'Two-step sign-in turned off in Prosa',
        text: 'The two-step sign-in of your Prosa account, {email}, was turned off: signing in asks for the password only.',
        after: 'If it was neither you nor the administrator of your company, change your password now and turn it on again.',
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
      change: {
        subject: 'Confirma tu nuevo correo en Prosa',
        text: 'Confirma que {newEmail} es tu correo. Hasta entonces tu cuenta de Prosa conserva el de antes.',
        button: 'Confirmar correo',
        after: 'El enlace vale por 24 horas. Si no pediste esto, ignora este correo: sin el enlace nada cambia.',
      },
      emailAsked: {
        subject: 'Cambio de tu correo en Prosa',
        text: 'Alguien, probablemente tú, pidió cambiar el correo de tu cuenta de Prosa, {email}, por {newEmail}. Cambia cuando se abra el enlace enviado al nuevo correo.',
        after:
          'Si no fuiste tú, cambia tu contraseña ahora: eso cancela la solicitud. Avisa también al administrador de tu empresa.',
      },
      emailChanged: {
        subject: 'Tu correo en Prosa cambió',
        text: 'El correo de tu cuenta de Prosa, que era {email}, ahora es {newEmail}. Con él inicias sesión.',
        after: 'Si no sabes de este cambio, avisa ahora al administrador de tu empresa.',
      },
      passwordChanged: {
        subject: 'Tu contraseña de Prosa cambió',
        text: 'La contraseña de tu cuenta de Prosa, {email}, fue cambiada.',
        after:
          'Si no fuiste tú ni el administrador de tu empresa, elige otra en “¿Olvidaste la contraseña?” y avisa al administrador.',
      },
      twoStepOn: {
        subject: 'Verificación en dos pasos activada en Prosa',
        text: 'La verificación en dos pasos de tu cuenta de Prosa, {email}, fue activada: al iniciar sesión se pide también un código de la aplicación de autenticación.',
        after: 'Si no fuiste tú, avisa ahora al administrador de tu empresa, que puede restablecerla, y cambia tu contraseña.',
      },
      twoStepOff: {
        subject: 'Verificación en dos pasos desactivada en Prosa',
        text: 'La verificación en dos pasos de tu cuenta de Prosa, {email}, fue desactivada: al iniciar sesión se pide solo la contraseña.',
        after: 'Si no fuiste tú ni el administrador de tu empresa, cambia tu contraseña ahora y activa la verificación de nuevo.',
      },
    },
  },
};
