import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { selectMe } from './sessions.slice.ts';

/** A screen for administrators; others come to their tickets. */
export const AdminOnly = ({ children }: { children: ReactNode }) =>
  useSelector(selectMe)?.profile === 'admin' ? children : <Navigate to="/tickets" replace />;
