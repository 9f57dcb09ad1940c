import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with Node's implementations of what it lacks and browsers have, so that tests use real HTTP and WebSocket. Name it in a test's
 * docblock.
 */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { fetch, Headers, Request, Response, AbortController, AbortSignal, WebSocket, structuredClone });
  }
}
