import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Import this before all other modules: two thirds of a start is stripping types and compiling. The compiled code is cached beside the
 * packages (or in NODE_COMPILE_CACHE); if nothing can be written there, it is compiled again at each start.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/prosa/compiled', import.meta.url)));
