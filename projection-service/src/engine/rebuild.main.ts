import '../compiled.ts';

/** `node src/engine/rebuild.main.ts`: folds all tables anew beside the live ones, then changes over. The service may run meanwhile. */
await import('./rebuild.command.ts');
