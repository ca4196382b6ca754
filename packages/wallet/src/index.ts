export {
  addAccounts,
  addNextAccount,
  addWatchOnly,
  hasAccount,
  removeAccount,
  renameAccount,
  selectAccount,
} from './accounts/account-list.ts';
export { discoverAccounts, GAP_LIMIT } from './accounts/discover-accounts.ts';
export {
  directionOf,
  extendHistory,
  refreshHistory,
  startHistory,
  type Direction,
  type HistoryPage,
  type HistoryView,
} from './history.ts';
export { openKeyring, type Account, type Keyring, type SignedTransaction } from './keyring.ts';
export {
  countAttempt,
  decodeAttempts,
  adjustToClock,
  NO_ATTEMPTS,
  remainingWait,
  type Attempts,
} from './password-attempts.ts';
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
export { balanceSeries } from './records/balance-series.ts';
export { cancelledBy, recordCancelled } from './records/cancellations.ts';
export type { NamedAddress } from './records/contacts.ts';
export { CSV_COLUMNS, historyCsvPages } from './records/history-csv.ts';
export { filterHistory, isFiltering, NO_FILTER, type HistoryFilter } from './records/history-filter.ts';
export {
  formatPaymentRequest,
  parsePaymentRequest,
  PAYMENT_REQUEST_LIMITS,
  type PaymentRequest,
} from './records/payment-request.ts';
export { type Labels, labelOf, setLabel } from './records/labels.ts';
export {
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  writeRecords,
  type ReadRecords,
  type Records,
  type RecordsFileProblem,
} from './records/records.ts';
export { differingPositions } from './send/address-comparison.ts';
export {
  convertAmountEntry,
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
export { depthOf, SETTLED_DEPTH, type OutboxEntry, type OutboxState } from './send/outbox-entry.ts';
export { submitEntry, storeSigned, signAndStore } from './send/outbox.ts';
export { findPlanChanges, type CurrentState, type PlanChange } from './send/plan-changes.ts';
export { findNonceConflict, findDuplicate, isNonceTaken } from './send/plan-conflicts.ts';
export {
  checkRecipient,
  findTypo,
  type RecipientEntry,
  type RecipientProblem,
} from './send/recipient-entry.ts';
export {
  isReplacedForGood,
  listOutbox,
  needsDecision,
  reconcileOutbox,
  type OutboxItem,
} from './send/reconcile.ts';
export {
  collectKnownAddresses,
  recipientRisk,
  type KnownAddress,
  type RecipientRisk,
} from './send/recipient-risk.ts';
export {
  findReplaced,
  isCancellation,
  isReplaceable,
  planReplacement,
  type ReplacementFeeProblem,
  type ReplacementReview,
} from './send/replacement.ts';
export {
  maxSendable,
  planSend,
  type ReplacementKind,
  type ReplacementTarget,
  type SendForm,
  type SendPlan,
  type SendReview,
  type ValueProblem,
} from './send/send-plan.ts';
export {
  findSubmitProblem,
  isAbsurdFee,
  formatSignedTransfer,
  formatUnsignedTransfer,
  readTransferCode,
  type SignedTransfer,
  type SubmitProblem,
  type TransferCodeProblem,
} from './send/transfer-code.ts';
export { outcomeOfReceipt, type SubmitOutcome } from './send/submission.ts';
export {
  findNetworkMismatch,
  findSendBlockers,
  type NetworkMismatch,
  type SendBlocker,
  type NodeAnswers,
} from './node-checks.ts';
export { openIndexedDbStorage } from './storage/indexed-db-storage.ts';
export { createMemoryStorage } from './storage/memory-storage.ts';
export type { OutboxStorage, VaultStorage, WalletStorage } from './storage/wallet-storage.ts';
export {
  CONTENTS_LIMITS,
  createVaultContents,
  withoutPhrase,
  type AccountRef,
  type Cancellations,
  type CancelledTransfer,
  type Contact,
  type PublicContents,
  type VaultContents,
} from './vault/vault-contents.ts';
export { passwordProblem, MIN_PASSWORD_LENGTH } from './vault/password-rules.ts';
export { replaceVault } from './vault/replace-vault.ts';
export {
  decodeVaultFile,
  encodeVaultExport,
  readVaultExport,
  vaultExportName,
  type VaultFile,
} from './vault/vault-file.ts';
export { createVault, isOutdated, isSameVault, openVault, type OpenVault } from './vault/vault.ts';
export { isWalletError, WalletError, type WalletErrorCode } from './wallet-error.ts';
