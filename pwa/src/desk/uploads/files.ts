/** The bytes of the files being sent, which no store holds, by the upload's key. */
export const files = new Map<string, Blob>();
