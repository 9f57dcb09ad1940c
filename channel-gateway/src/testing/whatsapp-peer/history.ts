import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';

const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;

/** The message by which a phone tells a newly linked device its history, which is empty but for `more`. */
export const historyMessage = (more: Partial<proto.IHistorySync>): proto.IMessage => {
  const history = proto.HistorySync.encode({
    syncType: INITIAL_BOOTSTRAP,
    conversations: [],
    progress: 100,
    ...more,
  }).finish();
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: INITIAL_BOOTSTRAP as unknown as proto.Message.HistorySyncType,
        progress: 100,
        initialHistBootstrapInlinePayload: deflateSync(history),
      },
    },
  };
};
