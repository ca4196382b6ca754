import { runOnProjectNode } from './bootstrap.mjs';

runOnProjectNode('test.ts');
