import { importRoutes } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { saveFile } from '../../kernel/device/save-file.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { useImportWords } from './use-import-words.ts';

const REPORT_MS = 5 * 60_000;

/** Downloads the report of an import; `saving` is the one that is on its way. */
export const useReport = () => {
  const words = useImportWords();
  const dispatch = useDispatch();
  const [saving, setSaving] = useState<string | null>(null);
  const save = async (id: string) => {
    setSaving(id);
    try {
      const request = { params: { id }, query: { language: currentLanguage() }, blob: true, timeout: REPORT_MS };
      const { data } = await call(importRoutes.report, request);
      saveFile(data as unknown as Blob, words('report.file'));
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    }
    setSaving(null);
  };
  return { saving, save: (id: string) => void save(id) };
};
