import { accounts } from './en/accounts.ts';
import { common } from './en/common.ts';
import { frame } from './en/frame.ts';

/**
 * The English catalogue, by rooms. A key names its room and its place in it (`receive.copied`); a text says its
 * parameters in braces. Another language is an object of type `Translation<typeof en>` beside this one.
 */
export const en = { ...accounts, ...common, ...frame } as const;
