/** The operator's settings for mails. */
export type MailSettings = {
  /** `smtp://user:password@host:587` (encrypted by STARTTLS; `?tls=false`: perhaps not) or `smtps://…`. */
  PROSA_SMTP_URL?: string | undefined;
  /** The sender, as `Prosa <no-reply@example.com>`; default: `no-reply` at the host of PROSA_PUBLIC_URL. */
  PROSA_MAIL_FROM?: string | undefined;
  /** Without an SMTP server mails are files in this folder. */
  PROSA_MAIL_FOLDER?: string | undefined;
  /** The address of the installation, which the links of mails begin with. A request's own `Host` may be anybody's choice. */
  PROSA_PUBLIC_URL?: string | undefined;
};

/** Whether the installation can send mails: it knows its own address, and where to hand mails over. */
export const isMailOn = ({ PROSA_SMTP_URL, PROSA_MAIL_FOLDER, PROSA_PUBLIC_URL }: MailSettings): boolean =>
  Boolean(PROSA_PUBLIC_URL && (PROSA_SMTP_URL || PROSA_MAIL_FOLDER));
