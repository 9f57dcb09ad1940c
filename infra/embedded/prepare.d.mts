export declare const root: string;
export declare const pinnedNode: () => string;
export declare const ensureInstalled: () => void;
export declare const ensureBuilt: () => void;
export declare const ensureCompiled: () => void;
export declare const run: (command: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv) => void;
