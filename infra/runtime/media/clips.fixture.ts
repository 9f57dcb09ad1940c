import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

export const formats = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  /** The description of its content stands behind its pictures. */
  'mp4 that ends with its index': () => new Mp4OutputFormat({ fastStart: false }),
  'mp4 in fragments': () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
  /** As a browser records it: it does not tell its length. */
  'webm of a recorder': () => new WebMOutputFormat({ appendOnly: true }),
  ogg: () => new OggOutputFormat(),
} satisfies Record<string, () => OutputFormat>;
export type Format = keyof typeof formats;

type Asked = {
  seconds: number;
  video?: { width: number; height: number; rotation?: 0 | 90 | 180 | 270 };
  sound?: 'aac' | 'opus';
};

/** The headers before the packets: two channels of 48 kHz. */
const headers = {
  aac: new Uint8Array([0x11, 0x90]),
  opus: new Uint8Array([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]),
};

/** A whole file of its container, with packets in it that nothing could decode. */
export const clip = async (format: Format, { seconds, video, sound }: Asked): Promise<Buffer> => {
  const output = new Output({ format: formats[format](), target: new BufferTarget() });
  const pictures = video && new EncodedVideoPacketSource('vp9');
  const sounds = sound && new EncodedAudioPacketSource(sound);
  if (pictures) output.addVideoTrack(pictures, { rotation: video.rotation ?? 0 });
  if (sounds) output.addAudioTrack(sounds);
  await output.start();
  const step = seconds > 1_000 ? 1 : 0.1;
  for (let at = 0; at < seconds; at += step) {
    const lasts = Math.min(step, seconds - at);
    if (pictures) {
      const { width, height } = video;
      const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height };
      await pictures.add(new EncodedPacket(new Uint8Array(seconds > 1_000 ? 4_000 : 200).fill(7), 'key', at, lasts), {
        decoderConfig,
      });
    }
    if (sounds) {
      const codec = sound === 'aac' ? 'mp4a.40.2' : 'opus';
      const decoderConfig = { codec, sampleRate: 48_000, numberOfChannels: 2, description: headers[sound] };
      // Opus: one frame of 20 ms, of which as many stand in a packet as its first two bytes say.
      const frames = Math.round(lasts / 0.02);
      const data = sound === 'opus' ? new Uint8Array([0xff, frames, ...new Uint8Array(200)]) : new Uint8Array(200);
      await sounds.add(new EncodedPacket(data, 'key', at, lasts), { decoderConfig });
    }
  }
  await output.finalize();
  return Buffer.from(output.target.buffer!);
};

/** Silence of 16 bits, 8,000 samples a second; `claims` is how many bytes of it the file says it has. */
export const wav = (seconds: number, claims = seconds * 16_000): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(Math.min(36 + claims, 0xffffffff), 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(claims, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * 16_000)]);
};

/** Frames of MPEG 1, layer 3 at 44.1 kHz, 1,152 samples each, of changing bit rates, behind an ID3 tag: nothing tells how many there are. */
export const mp3 = (frames: number): Buffer => {
  // 128, 320 and 64 kbit/s.
  const kinds = [
    [0x90, 417],
    [0xe0, 1_044],
    [0x50, 208],
  ] as const;
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 10, ...Buffer.alloc(10)]);
  const all = Array.from({ length: frames }, (_, n) => {
    const [rate, bytes] = kinds[n % kinds.length]!;
    const frame = Buffer.alloc(bytes);
    frame.set([0xff, 0xfb, rate, 0xc4]);
    return frame;
  });
  return Buffer.concat([tag, ...all]);
};
