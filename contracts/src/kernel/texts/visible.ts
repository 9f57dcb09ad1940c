/**
 * Characters that nobody sees: what Unicode lets a program leave out (zero width, marks of direction, tags, fillers, variation selectors),
 * blanks that are drawn as nothing, and controls other than those that are white space. U+0000 stays: whoever stores texts refuses it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the one that stays
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]|(?![\s\u0000\u0085])\p{Cc}/u;
/** An emoji with all that belongs to it: variation, colour of the skin, further emoji that are joined to it, a flag's letters. */
const EMOJI =
  /\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?)*/u;
const KEYCAP = /[#*\d]\ufe0f?\u20e3/u;
/** Between letters of scripts that join them, a joiner or its opposite is a matter of spelling. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}][\u200c\u200d](?=\p{L})/u;
const PARTS = new RegExp(`(${EMOJI.source}|${KEYCAP.source}|${JOINED.source})|${UNSEEN.source}`, 'gu');
const ALL = new RegExp(UNSEEN, 'gu');

/**
 * A text as it is seen: without invisible characters, and without white space at its ends. What holds an emoji together stays. Blanks between
 * words are not touched. '' for a text that shows nothing.
 */
export const visible = (text: string): string => (isPlain(text) ? text : text.replace(PARTS, '$1')).trim();

/** The same where letters alone count: nothing invisible stays, not even within an emoji. */
export const withoutUnseen = (text: string): string => (isPlain(text) ? text : text.replace(ALL, ''));

/** Whether a text shows nothing: it is empty, or of what nobody sees. */
export const isBlank = (text: string): boolean => visible(text) === '';

const isPlain = (text: string): boolean => /^[\t\n\r\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]*$/.test(text);
