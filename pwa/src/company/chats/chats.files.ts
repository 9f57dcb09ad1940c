/** The files of messages that are being sent, by the message's key: the store holds no bytes. */
export const chatFiles = new Map<string, File[]>();
