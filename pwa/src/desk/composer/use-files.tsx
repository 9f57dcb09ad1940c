import type { TicketView } from '@prosa/contracts';
import { abilitiesOf } from '@prosa/contracts/channels';
import Camera from 'lucide-react/icons/camera';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import { type ClipboardEvent, type ReactNode, type RefObject, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useHold } from '../../kernel/holds.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { selectUploads, type Upload } from '../uploads/uploads.slice.ts';
import { pastedFiles } from './files/pasted-files.ts';
import { hasRoomFor } from './files/room.ts';
import { useAttached } from './files/use-attached.ts';
import { useDrop } from './files/use-drop.ts';
import { useFileInput } from './files/use-file-input.tsx';
import { overComposer } from './later-composer.ts';
import type { About } from './quick-replies.model.ts';
import styles from './use-files.module.css';
import { type SentFile, useSendFiles } from './use-send-files.ts';

const ANY = '';

/** Files that are chosen, pasted or dropped, reviewed in the tray, and then uploaded; `about` names the recipient and the channel. */
export const useFiles = (
  ticketId: string,
  about: About & Pick<TicketView, 'channel' | 'provider'>,
  form: RefObject<HTMLElement | null>,
  words: () => Pick<Upload, 'signature' | 'quoted'>,
) => {
  const { t } = useTexts('composer');
  const isPhone = useIsPhone();
  const to = about.contact.name || t('theContact');
  const { attached, add: attachFiles, lackRoom, remove, caption, clear } = useAttached();
  const { offline, stale } = useSelector(selectLive);
  const add = (chosen: readonly File[], caption?: string) => {
    attachFiles(chosen, caption);
    if (!offline && !stale) return; // sent at once, from memory if the device has no room
    const bytes = [...attached.map(({ file }) => file), ...chosen].reduce((sum, { size }) => sum + size, 0);
    void hasRoomFor(bytes).then((fits) => fits || lackRoom(chosen));
  };
  const { choose, input } = useFileInput(add);
  const over = useDrop(form, add);
  useHold(attached.length > 0);
  const tray = useLoaded(overComposer, attached.length > 0);
  const all = useSelector(selectUploads);
  // A file that waits for a connection or was refused is shown only in the conversation.
  const own = useMemo(() => {
    const here = all.filter((upload) => upload.ticketId === ticketId && upload.state !== 'failed');
    return here.some(({ state }) => state === 'running') ? here : [];
  }, [all, ticketId]);
  const strip = useLoaded(overComposer, own.length > 0);
  const send = useSendFiles(ticketId);
  const attach: MenuEntry[] = [
    { id: 'media', label: t('attachMedia'), icon: Image, run: () => choose('image/*,video/*') },
    { id: 'document', label: t('attachDocument'), icon: FileText, run: () => choose(ANY) },
    ...(isPhone ? [{ id: 'camera', label: t('attachCamera'), icon: Camera, run: () => choose('image/*', true) }] : []),
  ];
  const handlePaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const handleSend = () => {
    send(attached, words());
    clear();
  };
  const above: ReactNode = strip && own.length > 0 && <strip.UploadStrip uploads={own} />;
  const around: ReactNode = (
    <>
      {input}
      {over && (
        <div className={styles.drop} style={{ left: over.left, top: over.top, width: over.width, height: over.height }}>
          {t('dropHere', { name: to })}
        </div>
      )}
      {tray && attached.length > 0 && (
        <tray.FileTray
          to={to}
          abilities={abilitiesOf(about.channel, about.provider)}
          attached={attached}
          onChoose={() => choose(ANY)}
          onAdd={add}
          onRemove={remove}
          onCaption={caption}
          onSend={handleSend}
          onClose={clear}
        />
      )}
    </>
  );
  const sendVoice = (file: Blob, recorded: Pick<SentFile, 'durationMs' | 'waveform'>) => {
    const name = `audio-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}.mp3`;
    send([{ file, name, caption: '', ...recorded }], words());
  };
  return { attach, handlePaste, above, around, sendVoice, add };
};
