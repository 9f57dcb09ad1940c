// Node's implementations, which jsdom lacks and libraries expect.
import { TextDecoder, TextEncoder } from 'node:util';
import './renders.ts';

Object.assign(globalThis, { TextDecoder, TextEncoder });
