/** Types as detected from the bytes, with the file extensions that fit them; the first is the usual one. */
const exact: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif', 'avifs'],
  'image/heic': ['heic', 'heif', 'hif'],
  'image/bmp': ['bmp', 'dib'],
  'image/x-icon': ['ico'],
  'application/pdf': ['pdf', 'ai'],
  'application/rtf': ['rtf', 'doc'],
  'application/epub+zip': ['epub'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx', 'docm', 'dotx', 'dotm'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx', 'xlsm', 'xltx', 'xltm'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx', 'pptm', 'ppsx', 'potx'],
  'application/vnd.oasis.opendocument.text': ['odt', 'ott'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods', 'ots'],
  'application/vnd.oasis.opendocument.presentation': ['odp', 'otp'],
  'application/x-7z-compressed': ['7z'],
  'application/x-rar-compressed': ['rar'],
};

/** Audio and video: players detect the format themselves, so any of these extensions fits any of these types. */
const played: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/amr': 'amr',
  'audio/webm': 'weba',
  'audio/x-ms-wma': 'wma',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/3gpp': '3gp',
  'video/3gpp2': '3g2',
  'video/mpeg': 'mpg',
  'video/x-msvideo': 'avi',
  'video/vnd.avi': 'avi',
  'video/matroska': 'mkv',
  'video/x-matroska': 'mkv',
  'video/x-ms-wmv': 'wmv',
};
const playedEndings = [...new Set([...Object.values(played), 'oga', 'mpeg', 'mp2', 'mpga', 'qt', 'm4b', '3ga'])];

/**
 * Types that many kinds of files share, with those extensions named above that also fit. An unknown extension stays. A file that a program
 * might run or render gets an extension that none opens.
 */
const shared: Record<string, { usual: string; also?: readonly string[] }> = {
  'text/plain': { usual: 'txt', also: ['rtf', 'ai'] },
  'application/xml': { usual: 'txt' },
  'application/zip': {
    usual: 'zip',
    also: Object.entries(exact).flatMap(([type, endings]) => (/officedocument|opendocument|epub/.test(type) ? endings : [])),
  },
  'application/x-cfb': { usual: 'bin', also: ['doc', 'xls', 'ppt'] },
  'application/gzip': { usual: 'gz' },
  'application/x-msdownload': { usual: 'bin' },
  'application/x-elf': { usual: 'bin' },
  'application/x-mach-binary': { usual: 'bin' },
};

/** Extensions that state what a file is. */
const claimed = new Set([...Object.values(exact).flat(), ...playedEndings, 'doc', 'xls', 'ppt', 'txt', 'csv', 'zip', 'svg']);
const neutral = new Set(['txt', 'csv', 'svg']);

/** Returns the extension to append so that a name states what its file is; null if its own one fits, or if the bytes tell nothing. */
export const endingMissing = (ending: string, mime: string): string | null => {
  const own = exact[mime];
  if (own) return own.includes(ending) ? null : own[0]!;
  const sound = played[mime];
  if (sound) return playedEndings.includes(ending) ? null : sound;
  if (mime === 'application/octet-stream') return null;
  const { usual, also = [] } = shared[mime] ?? { usual: 'bin' };
  const isText = mime === 'text/plain' || mime === 'application/xml';
  const claimsOther = claimed.has(ending) && ending !== usual && !also.includes(ending) && !(isText && neutral.has(ending));
  return claimsOther ? usual : null;
};
