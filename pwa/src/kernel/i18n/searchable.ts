/** The text in the form used for searching, here and on the server. */
export { fold as searchable, hasWords } from '@prosa/contracts';
