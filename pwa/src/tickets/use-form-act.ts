import type { UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useAct } from '../kernel/use-act.ts';

type Command<Payload> = { act: (payload: Payload) => string; start: (payload: Payload) => UnknownAction };

/**
 * The one command of a dialog: sent once the form `isComplete`; `isAsked` from the first try on, when what lacks is said; the dialog
 * closes when it is done. `again` forgets a refusal, as what was refused is being changed.
 */
export const useFormAct = <Payload>(command: Command<Payload>, payload: Payload, isComplete: boolean, onDone: () => void) => {
  const dispatch = useDispatch();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, forget } = useAct(command.act(payload), onDone);
  return {
    isAsked,
    isBusy,
    failure,
    submit: () => {
      setAsked(true);
      if (isComplete) dispatch(command.start(payload));
    },
    again: () => {
      setAsked(false);
      if (failure) forget();
    },
  };
};
