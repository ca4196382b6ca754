import './transfers.css';
export { LookAlike, useKnownAddresses } from './look-alike.tsx';
export { type Meaning, meaningFact, meaningOf, meaningOfPlan } from './meaning.tsx';
export { OutboxList } from './outbox-list.tsx';
export { PendingTransfers } from './pending-transfers.tsx';
export { DecisionCard, TransferCode, useConsent, useFeeConsent } from './review.tsx';
export { texts } from './texts.ts';
export { TransactionRow } from './transaction-row.tsx';
export { TransferResult } from './transfer-result.tsx';
