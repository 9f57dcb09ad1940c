import { newId, sessionEvents as s } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { sessionRows } from './sessions.feature.ts';

const userId = newId();
const signedIn = (version: number) => fact(s.UserSignedIn, { userId, version });
const signedOut = (version: number) => fact(s.UserSignedOut, { userId, version });

test('the newest session counts, until its end', () => {
  given(sessionRows, signedIn(1), signedIn(2)).gives({ id: userId, version: 2, active: true });
  given(sessionRows, signedIn(1), signedOut(2)).gives({ version: 2, active: false });
  given(sessionRows, signedIn(1), signedOut(2), signedIn(3)).gives({ version: 3, active: true });
});

test('why it ended is known until the next one', () => {
  const ended = fact(s.SessionEnded, { userId, version: 2, reason: 'safety' });
  given(sessionRows, signedIn(1), ended).gives({ version: 2, active: false, ended: 'safety' });
  given(sessionRows, signedIn(1), ended, signedIn(3)).gives({ version: 3, active: true, ended: null });
  given(sessionRows, ended).gives({ version: 2, active: false, ended: 'safety' });
});

test('one whose sign-out is the first that is known of', () =>
  given(sessionRows, signedOut(1)).gives({ version: 1, active: false }));
