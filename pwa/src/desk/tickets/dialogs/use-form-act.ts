import type { UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useAct } from '../../../kernel/calls/use-act.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';

type Command<Payload> = {
  act: (payload: Payload) => string;
  start: (payload: Payload) => UnknownAction;
  words?: ((failure: Failure) => string | undefined) | undefined;
};

/**
 * The single command of a dialog. It is sent if the form `isComplete`. `isAsked` is true from the first attempt on, so that the form marks
 * missing fields. The dialog closes on success. `refusal` is the text of a refusal; `again` clears it when the input is changed.
 */
export const useFormAct = <Payload>(command: Command<Payload>, payload: Payload, isComplete: boolean, onDone: () => void) => {
  const dispatch = useDispatch();
  const { zone } = useFormat();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, forget } = useAct(command.act(payload), onDone);
  return {
    isAsked,
    isBusy,
    failure,
    refusal: failure && (command.words?.(failure) ?? errorText(failure, zone)),
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
