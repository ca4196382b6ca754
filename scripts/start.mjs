import { runOnOwnNode } from './bootstrap.mjs';

runOnOwnNode('start.ts');
