import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * To be imported before the rest is: two thirds of a start is stripping types and compiling. What was compiled is kept beside the packages
 * (or where NODE_COMPILE_CACHE says); where nothing can be written there it is done anew each time.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/prosa/compiled', import.meta.url)));
