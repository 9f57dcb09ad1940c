import './compiled.ts';

await import('./service.ts');
