import { useState } from 'react';

/** Whether it has been true since the component is shown: what fades when it closes stays rendered from its first use on. */
export const useEver = (isNow: boolean): boolean => {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was || isNow;
};
