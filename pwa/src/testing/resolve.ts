/** Returns the address of a library as the app's modules find it. */
export const resolveForApp = (specifier: string): string => import.meta.resolve(specifier);
