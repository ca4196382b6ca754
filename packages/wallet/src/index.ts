export {
  addAccounts,
  addNextAccount,
  addWatchOnly,
  discoverAccounts,
  GAP_LIMIT,
  hasAccount,
  removeAccount,
  renameAccount,
  selectAccount,
} from './accounts.ts';
export {
  CSV_COLUMNS,
  directionOf,
  extendHistory,
  filterHistory,
  historyCsvPages,
  isFiltering,
  NO_FILTER,
  refreshHistory,
  startHistory,
  type Direction,
  type HistoryFilter,
  type HistoryPage,
  type HistoryView,
} from './history.ts';
export { openKeyring, type Account, type Keyring, type SignedTransaction } from './keyring.ts';
export {
  checkMnemonic,
  createMnemonic,
  MNEMONIC_LENGTHS,
  pickWordsToConfirm,
  splitWords,
  type MnemonicCheck,
  type MnemonicLength,
  type UnknownWord,
} from './mnemonic.ts';
export { findNodeProblem, isOtherNetwork, type NodeProblem } from './node-checks.ts';
export { balanceSeries } from './records/balance-series.ts';
export {
  formatPaymentRequest,
  parsePaymentRequest,
  PAYMENT_REQUEST_LIMITS,
  type PaymentRequest,
} from './records/payment-request.ts';
export {
  labelOf,
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  setLabel,
  writeRecords,
  type Labels,
  type NamedAddress,
  type ReadRecords,
  type Records,
  type RecordsFileProblem,
} from './records/records.ts';
export {
  formatAmountEntry,
  MAX_FEE,
  parseAmountEntry,
  type AmountProblem,
  type AmountUnit,
} from './send/amount-entry.ts';
export {
  DEFAULT_FEE,
  isUnusualFee,
  needsFeeConsent,
  suggestFees,
  type FeeChoice,
  type FeePresets,
} from './send/fees.ts';
export {
  depthOf,
  outcomeOfReceipt,
  SETTLED_DEPTH,
  signAndStore,
  storeSigned,
  submitEntry,
  submitRaw,
  type OutboxEntry,
  type OutboxStorage,
  type SubmitOutcome,
} from './send/outbox.ts';
export {
  checkRecipient,
  collectKnownAddresses,
  differingPositions,
  findTypo,
  recipientRisk,
  type KnownAddress,
  type RecipientEntry,
  type RecipientRisk,
} from './send/recipient.ts';
export {
  findNonceConflict,
  isReplacedForGood,
  listOutbox,
  needsDecision,
  reconcileOutbox,
  type OutboxItem,
} from './send/reconcile.ts';
export {
  findDuplicate,
  findReplaced,
  isCancellation,
  isNonceTaken,
  isPlanCurrent,
  isReplaceable,
  maxSendable,
  planReplacement,
  planSend,
  type ReplacementFeeProblem,
  type ReplacementKind,
  type ReplacementTarget,
  type SendForm,
  type SendPlan,
  type SendReview,
  type ValueProblem,
} from './send/send-plan.ts';
export {
  findSubmitProblem,
  formatSignedTransfer,
  formatUnsignedTransfer,
  isAbsurdFee,
  readTransferCode,
  type SignedTransfer,
  type SubmitProblem,
} from './send/transfer-code.ts';
export { openIndexedDbStorage, selectEntries, type VaultStorage, type WalletStorage } from './storage.ts';
export {
  CONTENTS_LIMITS,
  createVaultContents,
  withoutPhrase,
  type AccountRef,
  type Contact,
  type PublicContents,
  type VaultContents,
} from './vault/vault-contents.ts';
export {
  decodeVaultFile,
  encodeVaultExport,
  readVaultExport,
  vaultExportName,
  type VaultFile,
} from './vault/vault-file.ts';
export {
  createVault,
  isSameVault,
  MIN_PASSWORD_LENGTH,
  openVault,
  passwordProblem,
  type OpenVault,
} from './vault/vault.ts';
export { isWalletError, WalletError, type WalletErrorCode } from './wallet-error.ts';
