export { ProtocolError, type ProtocolErrorCode } from '@cairn/protocol';
export { formatCoins, parseCoins, type NetworkName } from '@cairn/protocol';
export { generateMnemonic } from '@cairn/protocol/hd-keys';
export * from './account.ts';
export * from './cairn.ts';
export { CairnError, type CairnErrorCode, type CairnErrorData } from './errors.ts';
export type * from './explorer-api.ts';
export type { Payment, PaymentEvent, Sought, WaitOptions, WatchOptions } from './payments.ts';
export * from './transfer-store.ts';
