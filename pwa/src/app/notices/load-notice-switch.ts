import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';

/** Loads the switches of this device's notifications and sounds, with their texts. */
export const loadNoticeSwitch = async () => {
  const [{ NoticeSwitch }, { SoundSwitch }] = await Promise.all([
    import('../../people/notices/notice-switch.tsx'),
    import('../../people/notices/sound-switch.tsx'),
    loadScreenTexts('notices'),
  ]);
  return { NoticeSwitch, SoundSwitch };
};
