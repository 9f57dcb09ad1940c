/** How long a file's address stays valid: some browsers read it late. */
const VALID_MS = 5 * 60_000;

/** Hands a file to the browser's downloads. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), VALID_MS);
};
