import { announcements as definition } from '@prosa/contracts';
import type { Feature } from '../kernel/feature.ts';
import { fileCalls } from '../records/record.file.ts';
import { recordRoutes } from '../records/record.routes.ts';

/** What a channel or a browser shows of a picture without a program of its own. */
const accepts = ['image/png', 'image/jpeg'];

/** Announcements of the platform: plain records, each with one picture at most. */
export const announcements: Feature = {
  name: definition.name,
  routes: (app, deps) => {
    const { setPicture: setFile, removePicture: removeFile } = definition.routes;
    recordRoutes(app, deps, definition);
    fileCalls(app, deps, definition, { setFile, removeFile }, { accepts });
  },
};
