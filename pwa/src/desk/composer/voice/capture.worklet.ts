/** The global scope of an audio worklet, which TypeScript's libraries omit. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;

/** Number of samples per chunk: about 43 ms at 48 kHz. */
const TOGETHER = 2_048;

/** Captures the microphone: posts the samples to the port received first, and their loudness to the recorder. */
class Capture extends AudioWorkletProcessor {
  private samples: MessagePort | null = null;
  private chunk = new Float32Array(TOGETHER);
  private filled = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.samples = data;
    };
  }

  process([input]: Float32Array[][]): boolean {
    const heard = input?.[0];
    if (heard === undefined || this.samples === null) return true;
    this.chunk.set(heard, this.filled);
    this.filled += heard.length;
    if (this.filled + heard.length > TOGETHER) this.send(this.samples);
    return true;
  }

  private send(to: MessagePort): void {
    const chunk = this.chunk.slice(0, this.filled);
    const loudness = Math.sqrt(chunk.reduce((sum, sample) => sum + sample * sample, 0) / chunk.length);
    to.postMessage(chunk, [chunk.buffer]);
    this.port.postMessage({ loudness, samples: this.filled });
    this.filled = 0;
  }
}

registerProcessor('capture', Capture);
