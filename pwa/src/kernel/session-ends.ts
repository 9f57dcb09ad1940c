import { createAction } from '@reduxjs/toolkit';

/** The account was entered elsewhere: this session is over. */
export const elsewhere = createAction('sessions/elsewhere');
