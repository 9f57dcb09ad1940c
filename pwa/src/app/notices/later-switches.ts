import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';

/** The switches of this device's notifications and sounds, with their texts. */
export const switches = later(
  async () => {
    const [{ NoticeSwitch }, { SoundSwitch }] = await Promise.all([
      import('../../people/notices/notice-switch.tsx'),
      import('../../people/notices/sound-switch.tsx'),
      loadScreenTexts('notices'),
    ]);
    return { NoticeSwitch, SoundSwitch };
  },
  { atRest: true },
);
