import { limits } from '@prosa/contracts';

export type FileKind = 'image' | 'audio' | 'video' | 'document';

/** The kind as which a file will be sent, by the type that the browser reports; the service checks the bytes. */
export const kindOf = ({ type }: Pick<Blob, 'type'>): FileKind =>
  /^image\/(jpeg|png|webp|gif)$/.test(type)
    ? 'image'
    : /^audio\//.test(type)
      ? 'audio'
      : /^video\//.test(type)
        ? 'video'
        : 'document';

/** Why a file cannot be sent; null if it can. */
export const problemOf = (file: Pick<Blob, 'type' | 'size'>): 'empty' | 'tooLarge' | null =>
  file.size === 0 ? 'empty' : file.size > limits.mediaBytes[kindOf(file)] ? 'tooLarge' : null;
