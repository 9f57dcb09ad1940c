import './compiled.ts';

/**
 * `node src/rebuild.main.ts [table ...]`: rebuilds these tables, or all, alongside the live ones, then switches over. The service may run
 * meanwhile.
 */
await import('./rebuild.command.ts');
