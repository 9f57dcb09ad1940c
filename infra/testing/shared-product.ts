import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from './product.ts';

/** A company of its own in a running product that other test files use at the same time. */
export type SharedProduct = Pick<Product, 'url' | 'demo' | 'data'> & {
  /** The address in this company of one who is `name@prosa.demo` in the first. */
  addressOf: (email: string) => string;
  /** Only a product of the test file's own has it. */
  databaseUrl?: string;
};

type Place = { url: string; data: string; demo: Product['demo']; domain: string };
export type SharedProducts = { url: string; close: () => Promise<void> };

/** Companies in one product. There is one for each test file that shares it; beyond them a second product starts. */
const COMPANIES = 40;

/**
 * Runs in jest's own process, where it outlives the workers. Starts a product when the first test file asks for a place, and gives each a
 * company of its own, so that they find nothing of each other's.
 */
export const keepSharedProducts = async (): Promise<SharedProducts> => {
  const products: Product[] = [];
  let free: Promise<Place[]> = Promise.resolve([]);
  const start = async (): Promise<Place[]> => {
    const { startProductOnSharedPostgres } = await import('./product.ts');
    const product = await startProductOnSharedPostgres({ demo: COMPANIES });
    products.push(product);
    const { copies, ...first } = product.demo;
    return [first, ...copies].map((company) => ({
      url: product.url,
      data: product.data,
      demo: { ...company, other: first.other, copies: [] },
      domain: company.users[0]!.email.split('@')[1]!,
    }));
  };
  const take = async (): Promise<Place> => {
    free = free.then(async (places) => (places.length > 0 ? places : await start()));
    return (await free).shift()!;
  };
  const server: Server = createServer((_, answer) => {
    take().then(
      (place) => answer.end(JSON.stringify(place)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await free.catch(() => undefined);
      await Promise.all(products.map(({ stop }) => stop()));
    },
  };
};

/** A place in the product that the tests share (TEST_PRODUCTS, set by the global setup). */
export const takeSharedProduct = async (): Promise<SharedProduct> => {
  const answer = await fetch(process.env.TEST_PRODUCTS!);
  if (!answer.ok) throw new Error(`There is no shared product: ${await answer.text()}`);
  const { url, data, demo, domain } = (await answer.json()) as Place;
  return { url, data, demo, addressOf: (email) => email.replace(/@prosa\.demo$/, `@${domain}`) };
};
