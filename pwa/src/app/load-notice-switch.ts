import { loadScreenTexts } from '../i18n/i18n.ts';

/** Loads the switch of this device's notifications, with its texts. */
export const loadNoticeSwitch = async () => {
  const [file] = await Promise.all([import('../notices/notice-switch.tsx'), loadScreenTexts('notices')]);
  return file;
};
