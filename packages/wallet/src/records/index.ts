export {
  balanceChange,
  balanceSeries,
  thinSeries,
  type BalancePoint,
  type BalanceSeries,
} from './balance-series.ts';
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
export { labelOf, setLabel, type Labels } from './labels.ts';
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
  decodeRecordsFile,
  encodeRecordsFile,
  MAX_RECORDS_FILE_LENGTH,
  type Records,
  type RecordsFileProblem,
  type RecordsFileReading,
} from './records-file.ts';
export { readLabelsFile, writeLabelsFile, type LabelsFile } from './labels-file.ts';
export { isLabelsFile, labelsOfRecords, recordsOfLabels } from './records-labels.ts';
