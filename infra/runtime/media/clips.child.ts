/**
 * Measures one video or sound of as many bytes as its argument says. It asks for parts of it on pipe 3, a line of JSON each (`{"from", "to"}`),
 * reads just these bytes from there, and writes what it found as its last line. It holds no secret, and whatever a file does to it ends with it.
 */
import { Socket } from 'node:net';
// No format that names other files, as playlists do.
import { ADTS, CustomSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';

const parent = new Socket({ fd: 3, readable: true, writable: true });
const say = (line: object) => parent.write(`${JSON.stringify(line)}\n`);
const pieces: AsyncIterator<Buffer> = parent[Symbol.asyncIterator]();
/** Reads so many bytes of the answer: the parent sends those that were requested, no more. */
const take = async (bytes: number): Promise<Uint8Array> => {
  const all = Buffer.allocUnsafe(bytes);
  for (let filled = 0; filled < bytes; ) {
    const { done, value } = await pieces.next();
    if (done) throw new Error('The file broke off.');
    filled += value.copy(all, filled);
  }
  return all;
};
let turn: Promise<unknown> = Promise.resolve();

const file = new Input({
  formats: [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS],
  source: new CustomSource({
    getSize: () => Number(process.argv[2]),
    // Parts are asked for two at a time, and answered one after the other.
    read: (from, to) => {
      const asked = turn.then(() => {
        say({ from, to });
        return take(to - from);
      });
      turn = asked.catch(() => undefined);
      return asked;
    },
    // Each part may be a request to an S3: a few large ones are better than many small ones.
    prefetchProfile: 'network',
  }),
});

const ifTold = async <Value>(work: () => Promise<Value>): Promise<Value | null> => work().catch(() => null);
const format = await file.getFormat();
const tracks = await file.getTracks();
const video = tracks.find((track) => track.isVideoTrack());
// An MP3's length is a guess where the file declares none: its frames are counted.
const told = format === MP3 ? null : await ifTold(() => file.getDurationFromMetadata());
say({
  isSound: tracks.length > 0 && !video,
  width: video ? await ifTold(() => video.getDisplayWidth()) : null,
  height: video ? await ifTold(() => video.getDisplayHeight()) : null,
  seconds: told || (await ifTold(() => file.computeDuration())),
});
parent.end();
