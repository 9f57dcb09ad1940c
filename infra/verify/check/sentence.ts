import { findingTexts, type Language, placeTexts } from './findings.texts.ts';
import type { Finding } from './findings.ts';

/** Where something was found, as `file events.jsonl, line 4`; empty if it is nowhere in particular. */
export const placeOf = (language: Language, finding: Finding): string =>
  (['file', 'line', 'at', 'stream', 'revision', 'head'] as const)
    .flatMap((part) => (finding[part] === undefined ? [] : [`${placeTexts[language][part]} ${finding[part]}`]))
    .join(', ');

/** A finding as one line for a terminal, in English. */
export const sentenceOf = (finding: Finding): string => {
  const place = placeOf('en', finding);
  return `${place && `${place}: `}${findingTexts.en[finding.code]} [${finding.code}]`;
};
