import './transfers.css';
export { findKnownAddresses, type KnownAddresses, LookAlike } from './look-alike.tsx';
export { meaningFact, meaningOf, meaningOfPlan } from './meaning.tsx';
export { OutboxList } from './outbox-list.tsx';
export { PendingTransfers } from './pending-transfers.tsx';
export {
  DecisionCard,
  originOf,
  PlanFacts,
  PlanHead,
  Recipient,
  TransferCode,
  useConsent,
  useFeeConsent,
} from './review.tsx';
export { texts } from './texts.ts';
export { TransactionRow } from './transaction-row.tsx';
export { type Submitted, TransferResult } from './transfer-result.tsx';
