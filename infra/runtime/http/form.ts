/** Whether a call sends a form, as uploads do. */
export const isMultipart = (request: { headers: { 'content-type'?: string | undefined } }): boolean =>
  /^multipart\/form-data *;/i.test(request.headers['content-type'] ?? '');
