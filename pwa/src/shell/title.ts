import { useEffect } from 'react';

let screen = '';
let unread = 0;

const show = () => {
  document.title = `${unread > 0 ? `(${unread > 99 ? '99+' : unread}) ` : ''}${screen ? `${screen} · ` : ''}Prosa`;
};

/** Shows the screen's name in the browser's tab: "(3) Atendimentos · Prosa". */
export const useTitle = (title: string): void => {
  useEffect(() => {
    screen = title;
    show();
    return () => {
      screen = '';
      show();
    };
  }, [title]);
};

/** Shows the number of tickets that ask for the user before the title. */
export const useUnreadTitle = (count: number): void => {
  useEffect(() => {
    unread = count;
    show();
    return () => {
      unread = 0;
      show();
    };
  }, [count]);
};
