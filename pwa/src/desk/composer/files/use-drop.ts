import { type RefObject, useEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Handles files dropped on the conversation. Returns the conversation's rectangle while files are dragged over it. */
export const useDrop = (within: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): DOMRect | null => {
  const [over, setOver] = useState<DOMRect | null>(null);
  const on = useRef(onFiles);
  on.current = onFiles;
  useEffect(() => {
    const pane = within.current?.closest<HTMLElement>('section') ?? within.current;
    if (!pane) return;
    const handleOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver((before) => before ?? pane.getBoundingClientRect());
    };
    const handleLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && pane.contains(event.relatedTarget))) setOver(null);
    };
    const handleDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(null);
      on.current([...(event.dataTransfer?.files ?? [])]);
    };
    pane.addEventListener('dragover', handleOver);
    pane.addEventListener('dragleave', handleLeave);
    pane.addEventListener('drop', handleDrop);
    return () => {
      pane.removeEventListener('dragover', handleOver);
      pane.removeEventListener('dragleave', handleLeave);
      pane.removeEventListener('drop', handleDrop);
    };
  }, [within]);
  return over;
};
