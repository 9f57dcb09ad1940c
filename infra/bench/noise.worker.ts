import { parentPort, workerData } from 'node:worker_threads';
import { type Noise, noises } from './noise.ts';
import { type Running, settle } from './players.ts';

// Runs the noisy company in a thread of its own, so that the cost of making the noise is not measured.
const product = workerData as Running;
const place = await settle(product, product.demo, 'ana@', 900);
parentPort!.on('message', async (noise: Noise) => {
  await noises[noise](product, place);
  parentPort!.postMessage('over');
});
parentPort!.postMessage('settled');
