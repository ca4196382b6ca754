import { runOnProjectNode } from './bootstrap.mjs';

runOnProjectNode('start.ts');
