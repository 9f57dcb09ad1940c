/** The dialogs of the acts on a message. */

export { DeleteDialog } from '../dialogs/delete-dialog.tsx';
export { EditDialog } from '../dialogs/edit-dialog.tsx';
export { ForwardDialog } from './forward-dialog.tsx';
