import { allRoutes, type RouteDefinition, refusalsOf } from '@prosa/contracts';

const patterns = allRoutes.map((route) => {
  const [method, path] = route.call.split(' ') as [string, string];
  const fits = new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`);
  return { method, fits, route, names: path.split(':').length };
});

/** Returns the contract's call for an address below `/api`; one without parameters takes precedence over one with. */
const routeOf = (method: string, address: string): RouteDefinition | undefined => {
  const [path = ''] = address.split('?');
  const found = patterns.filter((one) => one.method === method && one.fits.test(path));
  return found.sort((a, b) => a.names - b.names)[0]?.route;
};

/** Throws if a call was refused with a code that the contract does not declare for it, which would be missing from the OpenAPI document. */
export const assertDeclared = (method: string, address: string, status: number, body: unknown): void => {
  const route = status < 400 ? undefined : routeOf(method, address);
  if (!route) return;
  const code = (body as { error?: string } | null)?.error ?? 'nothing';
  if (!(refusalsOf(route) as string[]).includes(code))
    throw new Error(`${route.call} was refused with ${status} ${code}, which it does not declare (refuses: [...]).`);
};
