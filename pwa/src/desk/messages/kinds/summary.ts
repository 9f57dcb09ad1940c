import { type Content, type MessageKind, type Summary, summaryOf } from '@prosa/contracts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import ContactRound from 'lucide-react/icons/contact-round';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Mic from 'lucide-react/icons/mic';
import PhoneMissed from 'lucide-react/icons/phone-missed';
import Sticker from 'lucide-react/icons/sticker';
import Video from 'lucide-react/icons/video';
import VideoOff from 'lucide-react/icons/video-off';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import type { IconType } from '../../../ui/marks/icon.tsx';
import { isFormatted, withoutMarks } from './formatted.ts';

/** The icon before the summary of a message that is not text. */
export const kindIcons: Record<MessageKind, IconType> = {
  place: MapPin,
  contacts: ContactRound,
  'voice-call': PhoneMissed,
  'video-call': VideoOff,
  'view-once': CircleAlert,
  'phone-only': CircleAlert,
  undecrypted: Clock,
  unsupported: CircleAlert,
  image: Image,
  sticker: Sticker,
  audio: Mic,
  video: Video,
  document: FileText,
};

/**
 * The summary of a message in the reader's language; lists, quotes, notices and screen readers share it. Of a channel that formats by marks it
 * is without them.
 */
export const lineOf = ({ kind, text: marked }: Summary, channel?: string): string => {
  const text = marked && isFormatted(channel) ? withoutMarks(marked) : marked;
  if (!kind) return text ?? textOf('messages', 'forgotten');
  const name = textOf('messages', `kind-${kind}`);
  return text ? textOf('messages', 'kindOf', { kind: name, text }) : name;
};

export const lineOfMessage = (message: Content): string => lineOf(summaryOf(message));
