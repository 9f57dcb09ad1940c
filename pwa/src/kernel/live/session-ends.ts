import { createAction } from '@reduxjs/toolkit';

/** The user signed in elsewhere: this session is over. */
export const elsewhere = createAction('sessions/elsewhere');
