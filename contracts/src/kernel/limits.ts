/** Business constants of the specification (core 9, administration 9); lengths in characters, times in milliseconds. */
export const limits = {
  name: { min: 2, max: 50 },
  password: { min: 5, max: 50 },
  number: { min: 8, max: 50 },
  /** Maximum number of additional information entries of a contact. */
  extraInfoMax: 50,
  /** Fields of a company's contacts, and the characters of what one of them offers to choose. */
  contactFields: 30,
  contactFieldChoices: 2_000,
  /** An imported spreadsheet: bytes, rows, columns, characters of a cell. */
  importBytes: 20 * 1024 * 1024,
  importRows: 100_000,
  importColumns: 50,
  importCell: 500,
  /** Maximum number of tags by which contacts are added to a list. */
  listFilterTags: 50,
  observationMin: 5,
  /** Maximum number of colleagues who are named in one observation. */
  mentions: 20,
  /** To how many people something is new in one ticket at most: the last ones. */
  newToMax: 200,
  noteMin: 2,
  /** Maximum length of a setting or an integration key. */
  integrationKey: 500,
  scheduleBodyMin: 5,
  /** How far ahead a new scheduled message is at first. */
  scheduleAheadMs: 60 * 60 * 1_000,
  /** A scheduled message that is later than this, because nothing ran, is not sent any more. */
  scheduleLateMs: 24 * 60 * 60 * 1_000,
  /** Longest text of one message; longer ones are refused at the API. */
  messageMax: 65_536,
  automaticTextMax: 4_096,
  /** Maximum number of ranges of a week's opening hours, and of holidays. */
  schedules: 21,
  holidays: 400,
  /** A queue's menu: its options in all, those of one step, its steps, and the characters of a title. */
  menuOptions: 500,
  menuChoices: 30,
  menuDepth: 10,
  menuTitle: 80,
  /** How long a menu waits for an answer, and how many answers in a row it may not understand. */
  menuMs: 30 * 60 * 1_000,
  menuWrong: 3,
  /** Automatic answers: how many a conversation gets in a day; how often it hears that it is closed; which repetition of a text gets none. */
  automaticTexts: 15,
  automaticTextsMs: 24 * 60 * 60 * 1_000,
  outOfHoursMs: 4 * 60 * 60 * 1_000,
  repeatedTexts: 3,
  /** The longest silence after which a connection can close its tickets; and how long what came meanwhile is awaited after a downtime. */
  closeAfterMinutes: 30 * 24 * 60,
  silenceGraceMs: 2 * 60 * 1_000,
  /** For how long a closing can be undone, and its message waits. */
  undoMs: 10_000,
  /** How far ahead a ticket can be snoozed. */
  snoozeMs: 366 * 24 * 60 * 60 * 1_000,
  /** How long a transfer can be taken back: ten seconds on the screen, and what the calls take. */
  handBackMs: 15_000,
  /** The longest wait, in minutes of opening hours, after which one is called late. */
  waitMinutes: 30 * 24 * 60,
  /** How long after the rating request a customer's "1" to "3" counts as the rating. */
  ratingMs: 24 * 60 * 60 * 1_000,
  /** How long after their rating a customer's next text counts as the comment on it. */
  ratingCommentMs: 10 * 60 * 1_000,
  /** A recording with fewer bytes is not sent. */
  recordingMinBytes: 10_000,
  searchMin: 3,
  /** The longest period of the dashboard that is given as a number of days. */
  dashboardDays: 90,
  pageSize: 20,
  /** Cards of one lane in one answer. */
  laneCards: 40,
  /** Rows of a report in one answer. */
  reportRows: 200,
  /** Maximum number of contacts in the list that has no pages. */
  contactsAtOnce: 1_000,
  /** Maximum number of tickets in one bulk call. */
  bulkTickets: 100,
  /** Maximum number of search results that are counted. */
  foundMax: 1_000,
  /** The highest limit of open tickets for each attendant of a queue. */
  openTicketsPerUser: 1_000,
  searchDebounceMs: 500,
  submitDelayMs: 400,
  toastMs: 2_000,
  /** On the screens of the administration. */
  administrationToastMs: 3_000,
  livePingMs: 18_000,
  userStatusMs: 300_000,
  /** Who has not touched a screen for so long is away. */
  idleMs: 900_000,
  subscriptionWarningDays: 5,
  /** For how long the deletion of a company can be taken back. */
  companyErasureMs: 30 * 24 * 60 * 60 * 1_000,
  accessTokenSeconds: 15 * 60,
  /** For how long the token is good with which an administrator reaches the checkout of an expired company. */
  checkoutTokenSeconds: 60 * 60,
  /** How many days before its due date a company gets the invoice. */
  invoiceAheadDays: 10,
  /** For how long a Pix charge can be paid. */
  chargeSeconds: 24 * 60 * 60,
  /** How often the bank is asked for a charge: in its first hour, and after that. */
  chargeLookMs: { first: 30_000, firstMs: 60 * 60 * 1_000, later: 10 * 60 * 1_000 },
  /** For how long the checkout shows that the licence is renewed, before it goes on. */
  renewalMessageMs: 4_000,
  /** How many charges a sender may hint at in a minute; others are found by the timer. */
  paymentHints: 120,
  /** Maximum size of a call's and of a webhook's body, in bytes. */
  bodyBytes: 512 * 1024,
  /** Maximum number of members of a chat among colleagues. */
  chatMembers: 256,
  /** Maximum number of contacts in one forward. */
  forwardMax: 10,
  /** Maximum size of a file by kind, in bytes. */
  mediaBytes: {
    image: 16 * 1024 * 1024,
    sticker: 16 * 1024 * 1024,
    audio: 64 * 1024 * 1024,
    video: 64 * 1024 * 1024,
    document: 100 * 1024 * 1024,
  },
  /** Maximum size of the file of a user's own picture, in bytes. */
  userPictureBytes: 5 * 1024 * 1024,
  /** Maximum size of the picture that a channel has of a contact, in bytes. */
  contactPictureBytes: 1024 * 1024,
  /** Maximum number of files in one call. */
  filesAtOnce: 10,
  /** Messages that one connection's token may send: a second, and at once after a pause. */
  messagesPerSecond: 20,
  messagesBurst: 200,
  /** Minimum and maximum length of a connection's token. */
  token: { min: 16, max: 200 },
  /** How long a rotated API key is still good, and how many keys a company has at most. */
  apiKeyOverlapMs: 24 * 60 * 60 * 1_000,
  apiKeys: 100,
  /** Maximum number of macros of a person, and of the company itself; and of the acts of one. */
  macros: 50,
  macroActs: 10,
  /** Maximum number of saved views of a person, and of the company itself; and of the queues, and of the tags, that one names. */
  savedViews: 30,
  viewNames: 100,
  /** Maximum number of sources of a company: each message of a customer is compared with all of them. */
  socialMedias: 200,
  /** Maximum length of the text by which a source's customers are known, and of its `ref`. */
  sourceMessage: 500,
  sourceRef: 200,
  /** Maximum number of names by which a channel tells where a customer came from. */
  refs: 5,
  /** Maximum size of a file at the simulator's webhook, in bytes: within JSON, and as a form. */
  webhookFileBytes: { json: 1024 * 1024, form: 64 * 1024 * 1024 },
  /** Maximum size of a JSON body that contains such a file in base64 and all its texts. */
  webhookBytes: 2 * 1024 * 1024,
  /** Maximum number of tickets in an export, and of events, unless everything is exported; how many days an export is kept. */
  exportTickets: 1_000,
  exportEvents: 100_000,
  exportDays: 7,
  /** Maximum size of a webhook of Meta, by Meta's reference. */
  metaWebhookBytes: 3 * 1024 * 1024,
} as const;

export const GREY = '#7C7C7C';
