import { given } from '../../kernel/given.ts';
import { session } from './sessions.decider.ts';

const signedIn = (version: number) => ({ type: 'UserSignedIn', data: { userId: 'ana', version } }) as const;
const signIn = (version: number) => ({ do: 'sign in', userId: 'ana', version }) as const;

test('a sign-in tells its version', () =>
  given(session, [signedIn(1)])
    .when(signIn(2))
    .gives([signedIn(2)]));

test('an earlier sign-in that is written later tells nothing', () =>
  given(session, [signedIn(1), signedIn(3)])
    .when(signIn(2))
    .gives([]));

test('a sign-out raises the version too', () =>
  given(session, [signedIn(1)])
    .when({ do: 'sign out', userId: 'ana', version: 2 })
    .gives([{ type: 'UserSignedOut', data: { userId: 'ana', version: 2 } }]));
