/**
 * The files of what is pasted; none where it is pasted as a text. Spreadsheet cells come as text and as a picture of them: they are text.
 * Finder and other file managers put only the files' names, or their addresses, beside the files.
 */
export const pastedFiles = (pasted: DataTransfer): File[] => {
  const files = [...pasted.files];
  const text = pasted.types.includes('text/plain') ? pasted.getData('text/plain') : '';
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const names = new Set(files.flatMap(({ name }) => [spelled(name), spelled(name.replace(/\.[^.]*$/, ''))]));
  return lines.every((line) => names.has(spelled(lastPart(line)))) ? files : [];
};

/** macOS decomposes the letters of a file's name. */
const spelled = (name: string): string => name.normalize('NFC').trim();

/** The name at the end of a path or of a file's address. */
const lastPart = (line: string): string => {
  const last = line.split(/[/\\]/).at(-1) ?? '';
  if (!line.startsWith('file:')) return last;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a lone % in a name
  }
};
