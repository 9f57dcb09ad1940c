type Language = 'pt' | 'en' | 'es';
type Texts = {
  title: string;
  /** `{{…}}` is filled in. */
  made: string;
  check: string;
  covered: string;
  file: string;
  actors: Record<'user' | 'customer' | 'integration' | 'system', string>;
  events: Record<string, string>;
};

/** The texts of what people read in an export. An event without a text is shown by the name of its type. */
export const exportTexts: Record<Language, Texts> = {
  pt: {
    title: 'Histórico exportado',
    made: 'Exportado por {{user}} em {{at}}: {{events}} eventos.',
    check: 'Esta página é só para leitura. O que prova o conteúdo é o pacote: abra conferir.html e escolha o arquivo .zip.',
    covered: 'coberto',
    file: 'arquivo',
    actors: { user: 'Usuário', customer: 'Cliente', integration: 'Integração', system: 'Prosa' },
    events: {
      ConversationStarted: 'começou a conversa',
      TicketOpened: 'abriu o atendimento',
      TicketAccepted: 'aceitou o atendimento',
      TicketReturned: 'devolveu o atendimento à fila',
      TicketTransferred: 'transferiu o atendimento',
      TicketClosed: 'resolveu o atendimento',
      TicketReopened: 'reabriu o atendimento',
      TicketTagged: 'mudou as tags',
      ConversationContinued: 'seguiu para outra conversa',
      MessageReceived: 'escreveu',
      MessageObserved: 'deixou uma observação',
      MessageSent: 'enviou',
      MessageAcknowledged: 'recebeu a confirmação do canal',
      MessageEdited: 'editou uma mensagem',
      MessageDeleted: 'apagou uma mensagem',
      MediaStored: 'guardou um arquivo',
      ExportRequested: 'exportou o histórico',
      ExportFetched: 'baixou a exportação',
    },
  },
  en: {
    title: 'Exported history',
    made: 'Exported by {{user}} at {{at}}: {{events}} events.',
    check: 'This page is for reading only. The package proves its content: open conferir.html and choose the .zip file.',
    covered: 'covered',
    file: 'file',
    actors: { user: 'User', customer: 'Customer', integration: 'Integration', system: 'Prosa' },
    events: {
      ConversationStarted: 'began the conversation',
      TicketOpened: 'opened the ticket',
      TicketAccepted: 'accepted the ticket',
      TicketReturned: 'returned the ticket to its queue',
      TicketTransferred: 'transferred the ticket',
      TicketClosed: 'resolved the ticket',
      TicketReopened: 'reopened the ticket',
      TicketTagged: 'changed the tags',
      ConversationContinued: 'went on in another conversation',
      MessageReceived: 'wrote',
      MessageObserved: 'left a note',
      MessageSent: 'sent',
      MessageAcknowledged: "got the channel's receipt",
      MessageEdited: 'edited a message',
      MessageDeleted: 'deleted a message',
      MediaStored: 'stored a file',
      ExportRequested: 'exported the history',
      ExportFetched: 'downloaded the export',
    },
  },
  es: {
    title: 'Historial exportado',
    made: 'Exportado por {{user}} el {{at}}: {{events}} eventos.',
    check: 'Esta página es solo para leer. Lo que prueba el contenido es el paquete: abra conferir.html y elija el archivo .zip.',
    covered: 'cubierto',
    file: 'archivo',
    actors: { user: 'Usuario', customer: 'Cliente', integration: 'Integración', system: 'Prosa' },
    events: {
      ConversationStarted: 'empezó la conversación',
      TicketOpened: 'abrió la atención',
      TicketAccepted: 'aceptó la atención',
      TicketReturned: 'devolvió la atención a la cola',
      TicketTransferred: 'transfirió la atención',
      TicketClosed: 'resolvió la atención',
      TicketReopened: 'reabrió la atención',
      TicketTagged: 'cambió las etiquetas',
      ConversationContinued: 'siguió en otra conversación',
      MessageReceived: 'escribió',
      MessageObserved: 'dejó una observación',
      MessageSent: 'envió',
      MessageAcknowledged: 'recibió la confirmación del canal',
      MessageEdited: 'editó un mensaje',
      MessageDeleted: 'borró un mensaje',
      MediaStored: 'guardó un archivo',
      ExportRequested: 'exportó el historial',
      ExportFetched: 'descargó la exportación',
    },
  },
};
