/**
 * A file that is dropped where nothing takes it would be opened by the browser instead of the app, as would the address of a dragged link or
 * picture. Nothing happens instead. Fields keep what they take themselves.
 */
const keepFromBrowser = (event: DragEvent): void => {
  const { types } = event.dataTransfer ?? {};
  if (event.defaultPrevented || !types) return;
  const isFile = types.includes('Files');
  if (!isFile && !types.includes('text/uri-list')) return;
  const taking = isFile ? 'input[type="file"]' : 'input, textarea';
  if (event.target instanceof Element && event.target.matches(taking)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
};

/** Watches the whole page; install once. */
export const ignoreStrayDrops = (): (() => void) => {
  window.addEventListener('dragover', keepFromBrowser);
  window.addEventListener('drop', keepFromBrowser);
  return () => {
    window.removeEventListener('dragover', keepFromBrowser);
    window.removeEventListener('drop', keepFromBrowser);
  };
};
