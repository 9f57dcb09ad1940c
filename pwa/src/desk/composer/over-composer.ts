/** What opens over the field for messages. */

export { UploadStrip } from '../uploads/upload-strip.tsx';
export { EmojiPicker } from './emoji-picker.tsx';
export { FileTray } from './files/file-tray.tsx';
export { ObservationBox } from './observation-box.tsx';
export { QuickReplies } from './quick-replies.tsx';
export { TemplateDialog } from './templates/template-dialog.tsx';
export { VoiceRecorder } from './voice/voice-recorder.tsx';
