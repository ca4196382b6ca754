import { runOnOwnNode } from './bootstrap.mjs';

runOnOwnNode('test.ts');
