export type * from '@cairn/api/explorer';
export { ApiError, TransportError } from '@cairn/api/unchecked';
export {
  formatCoins,
  getNetwork,
  HeaderChain,
  type NetworkName,
  parseCoins,
  ProtocolError,
  verifyAccount,
  verifyPayment,
} from '@cairn/protocol';
export { generateMnemonic } from '@cairn/protocol/hd-keys';
export * from './account.ts';
export * from './cairn.ts';
export { CairnError, type CairnErrorCode } from './errors.ts';
export type { Payment, PaymentEvent, Sought, WaitOptions, WatchOptions } from './payments.ts';
export * from './transfer-store.ts';
