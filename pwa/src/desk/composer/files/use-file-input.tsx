import { type ReactElement, useRef } from 'react';

/** The browser's file chooser: `choose` opens it; `input` must be rendered. */
export const useFileInput = (
  onFiles: (files: File[]) => void,
): { choose: (accept: string, camera?: boolean) => void; input: ReactElement } => {
  const ref = useRef<HTMLInputElement>(null);
  const choose = (accept: string, camera = false) => {
    const input = ref.current;
    if (!input) return;
    input.accept = accept;
    input.toggleAttribute('capture', camera);
    input.click();
  };
  const input = (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = ''; // the same file can be chosen again
      }}
    />
  );
  return { choose, input };
};
