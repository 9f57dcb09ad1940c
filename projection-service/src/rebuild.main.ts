import './compiled.ts';

/**
 * `node src/rebuild.main.ts [table ...]`: folds these tables, or all, anew beside the live ones, then changes over. The service may
 * run meanwhile.
 */
await import('./rebuild.command.ts');
