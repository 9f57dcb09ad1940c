/** The operator's settings for payment by Pix; without the first there is none. */
export type PixSettings = {
  /** The bank's API: `/oauth/token` and `/v2/cob/{txid}` are below it. */
  PROSA_PIX_URL?: string | undefined;
  PROSA_PIX_CLIENT_ID?: string | undefined;
  PROSA_PIX_CLIENT_SECRET?: string | undefined;
  /** The Pix key that receives the payments. */
  PROSA_PIX_KEY?: string | undefined;
  /** The certificate with its key that the bank has issued, as PEM or .p12. Not used with an http address. */
  PROSA_PIX_CERT_FILE?: string | undefined;
};
