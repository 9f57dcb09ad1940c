import type { RouteDefinition } from '@prosa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { saveFile } from '../device/save-file.ts';
import type { Request } from './api.ts';
import { failureOf } from './api-error.ts';
import { call } from './client.ts';
import { failureShown } from './toasts.slice.ts';

/** A million rows are some 60 MB. */
const TIMEOUT_MS = 5 * 60_000;

/** Fetches a file of the API and hands it to the browser's downloads, one at a time; a failure is a toast. */
export const useDownload = () => {
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const download = async <Route extends RouteDefinition>(route: Route, request: object, name: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const asked = { ...request, blob: true, timeout: TIMEOUT_MS } as unknown as Request<Route>;
      const { data } = await (call as (route: Route, request: Request<Route>) => Promise<{ data: unknown }>)(route, asked);
      saveFile(data as Blob, name);
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, download };
};
