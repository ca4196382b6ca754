export { exportHistory, HistoryMoved, type Exported } from './export-history.ts';
export { openSink } from './sink.ts';
