export { balanceChange, balanceSeries } from './balance-series.ts';
export { cancelledBy, rememberCancelled } from './cancellations.ts';
export type { NamedAddress } from './contacts.ts';
export { CSV_COLUMNS, exportHistory, type ExportedPage } from './history-csv.ts';
export {
  filterHistory,
  isFiltering,
  NO_FILTER,
  type HistoryFilter,
  type HistoryNames,
} from './history-filter.ts';
export {
  formatPaymentRequest,
  parsePaymentRequest,
  PAYMENT_REQUEST_LIMITS,
  PAYMENT_REQUEST_SCHEME,
  type PaymentRequest,
  type PaymentRequestProblem,
  type PaymentRequestReading,
} from './payment-request.ts';
export {
  labelOf,
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  setLabel,
  writeRecords,
  type Labels,
  type ReadRecords,
  type Records,
  type RecordsFileProblem,
  type RecordsFileReading,
} from './records.ts';
