import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { errorText } from '../i18n/error-text.ts';
import { enterAgain } from '../sessions/sessions.saga.ts';
import { selectSession } from '../sessions/sessions.slice.ts';
import { ErrorState } from '../ui/states.tsx';
import styles from './splash.module.css';
import { Splash } from './splash.tsx';

/** Where someone wanted to go before they had to sign in. */
type Return = { from?: string } | null;

/** Only for the signed in; others go to the sign-in and come back, unless they left by choice. */
export const Private = () => {
  const { status, ended } = useSelector(selectSession);
  const { pathname, search, hash } = useLocation();
  if (status === 'in') return <Outlet />;
  if (status === 'entering') return <Entering />;
  const from = `${pathname}${search}${hash}`;
  return <Navigate to="/login" replace state={ended === 'left' || pathname === '/' ? null : ({ from } satisfies Return)} />;
};

/** Only for those who are not: the signed in go on to where they wanted. */
export const PublicOnly = () => {
  const { status } = useSelector(selectSession);
  const { state } = useLocation() as { state: Return };
  if (status === 'in') return <Navigate to={state?.from ?? '/'} replace />;
  return status === 'entering' ? <Entering /> : <Outlet />;
};

/** The token is kept, its user is being asked for. */
const Entering = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { failure } = useSelector(selectSession);
  useEffect(() => {
    const retry = () => void dispatch(enterAgain());
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [dispatch]);
  if (!failure) return <Splash />;
  return (
    <main className={styles.splash}>
      <ErrorState title={t('cannotEnter')} onRetry={() => dispatch(enterAgain())}>
        {errorText(failure)}
      </ErrorState>
    </main>
  );
};
