/** Whether another try to fetch a customer's file cannot help: the channel would give the same bytes again. */
export const isLastingFailure = (reason: string | null): boolean => reason === 'refused' || reason === 'too-large';
