import type { Language } from '@prosa/contracts';

/** So many lines the test customer writes by themselves; each further one answers the team. */
export const OPENING = 2;

/** What the test customer writes, in the company's language: it fits any company. All have as many lines. */
export const sampleScript: Readonly<Record<Language, readonly string[]>> = {
  pt: [
    'Oi, tudo bem?',
    'Queria tirar uma dúvida: vocês atendem no sábado?',
    'Que bom! E qual é o endereço?',
    'Perfeito, anotei aqui. Posso pagar no Pix?',
    'Era só isso. Muito obrigado pela atenção!',
  ],
  en: [
    'Hi there!',
    'I have a question: are you open on Saturdays?',
    'Great! And what is the address?',
    'Perfect, I wrote it down. Can I pay by card?',
    'That was all. Thank you very much for your help!',
  ],
  es: [
    '¡Hola! ¿Qué tal?',
    'Quería hacer una consulta: ¿atienden los sábados?',
    '¡Qué bien! ¿Y cuál es la dirección?',
    'Perfecto, ya la anoté. ¿Puedo pagar con tarjeta?',
    'Eso era todo. ¡Muchas gracias por la atención!',
  ],
};
