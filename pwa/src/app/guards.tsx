import { type Permission, seesAll } from '@prosa/contracts';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { errorText } from '../kernel/calls/error-text.ts';
import { useTexts } from '../kernel/i18n/use-texts.ts';
import { enterAgain } from '../people/sessions/sessions.saga.ts';
import { selectMay, selectMe, selectSession } from '../people/sessions/sessions.slice.ts';
import { ErrorState } from '../ui/marks/states.tsx';
import { Splash } from './splash.tsx';

/** The address that the user wanted before they had to sign in. */
type Return = { from?: string } | null;

/** Only for signed-in users; others go to the sign-in and return afterwards, unless they signed out by choice. */
export const Private = () => {
  const { status, ended } = useSelector(selectSession);
  const { pathname, search, hash } = useLocation();
  const isIn = status === 'in';
  // The whole app at once would be one long task; this way the browser answers between its parts.
  const isNext = useDeferredValue(isIn);
  if (isIn) return isNext ? <Outlet /> : <Splash />;
  if (status === 'entering') return <Entering />;
  const from = `${pathname}${search}${hash}`;
  return <Navigate to="/login" replace state={ended === 'left' || pathname === '/' ? null : ({ from } satisfies Return)} />;
};

/** Only for users who are not signed in; signed-in users go on to the address that they wanted. */
export const PublicOnly = () => {
  const { status } = useSelector(selectSession);
  const { state } = useLocation() as { state: Return };
  if (status === 'in') return <Navigate to={state?.from ?? '/'} replace />;
  return status === 'entering' ? <Entering /> : <Outlet />;
};

/** Only for who has a permission; others come to their tickets. */
export const Permitted = ({ may, children }: { may: Permission; children: ReactNode }) =>
  useSelector(selectMay(may)) ? children : <Navigate to="/tickets" replace />;

/** Only for administrators; others come to their tickets. */
export const AdminOnly = ({ children }: { children: ReactNode }) =>
  useSelector(selectMe)?.profile === 'admin' ? children : <Navigate to="/tickets" replace />;

/** The first screen is the dashboard of administrators and auditors; others come to their tickets, without waiting for what the dashboard needs. */
export const TicketsFirst = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const me = useSelector(selectMe);
  return pathname === '/' && !(me && seesAll(me)) ? <Navigate to="/tickets" replace /> : children;
};

/** There is a stored token, and its user is being requested. */
const Entering = () => {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const { failure } = useSelector(selectSession);
  useEffect(() => {
    const retry = () => void dispatch(enterAgain());
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [dispatch]);
  if (!failure) return <Splash />;
  return (
    <main className="splash">
      <ErrorState title={t('cannotEnter')} onRetry={() => dispatch(enterAgain())}>
        {errorText(failure)}
      </ErrorState>
    </main>
  );
};
