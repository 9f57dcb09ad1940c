import { newId } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import { type FileKind, kindOf, problemOf } from '../../outbox/kinds.ts';

/** A file that was chosen and not sent yet. */
export type Attached = {
  key: string;
  file: File;
  name: string;
  kind: FileKind;
  problem: ReturnType<typeof problemOf> | 'noRoom';
  /** The browser's object URL, for files that are shown or played. */
  url: string;
  caption: string;
};

/** The chosen files, in order. */
export const useAttached = () => {
  const [attached, setAttached] = useState<Attached[]>([]);
  const [urls] = useState(() => new Set<string>());
  useEffect(() => () => forget(urls), [urls]);
  return {
    attached,
    add: (chosen: readonly File[], caption = '') => {
      const more = chosen.map((file): Attached => {
        const url = URL.createObjectURL(file);
        urls.add(url);
        return { key: newId(), file, name: file.name, kind: kindOf(file), problem: problemOf(file), url, caption };
      });
      setAttached((before) => [...before, ...more]);
    },
    /** The files cannot be sent now, and this device has no room for them to wait. */
    lackRoom: (files: readonly File[]) =>
      setAttached((before) =>
        before.map((one) => (files.includes(one.file) && one.problem === null ? { ...one, problem: 'noRoom' } : one)),
      ),
    remove: (key: string) => setAttached((before) => before.filter((one) => one.key !== key)),
    caption: (key: string, caption: string) =>
      setAttached((before) => before.map((one) => (one.key === key ? { ...one, caption } : one))),
    clear: () => {
      setAttached([]);
      forget(urls);
    },
  };
};

const forget = (urls: Set<string>): void => {
  for (const url of urls) URL.revokeObjectURL(url);
  urls.clear();
};
