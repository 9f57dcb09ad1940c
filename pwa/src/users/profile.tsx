import { useSelector } from 'react-redux';
import { useWords, type Words } from '../records/use-words.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { UserForm } from './user-form.tsx';
import { parts, screen } from './users.screen.tsx';

export { screen };

/** The own name, e-mail and password; for administrators also profile and queues. */
export const Profile = ({ onClose }: { onClose: () => void }) => {
  const me = useSelector(selectMe);
  const words = useWords('users');
  const own: Words = (key, values) => words(key === 'edit' ? 'profile' : key, values);
  return me && <UserForm {...parts} item={me as never} words={own} isOwn onClose={onClose} />;
};
