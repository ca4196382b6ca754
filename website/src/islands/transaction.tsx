import { parseTransactionId, type TransactionDetail } from '@cairn/api/explorer';
import { useMemo } from 'preact/hooks';
import { chainStatus, explorer } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { TransactionFacts, TransactionSkeleton } from '../components/transaction-facts.tsx';
import type { Initial } from '../frame/initial.ts';
import { island } from '../frame/island.tsx';
import type { Failure } from '../lib/failure.ts';
import { transactionPlace } from '../lib/places.ts';
import { referenceShort } from '../lib/titles.ts';
import { useChain } from '../hooks/use-chain.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';
import { Verification } from '../verify/view/verification.tsx';
import type { Subject } from '../verify/view/subject.ts';

const INVALID: Failure = { kind: 'invalid', what: 'transaction ID' };

export interface TransactionProps {
  /** As it stands in the address bar. */
  id: string;
  initial?: Initial<{ transaction: TransactionDetail }> | undefined;
}

/** One confirmed transaction. */
function Transaction({ id, initial }: TransactionProps) {
  const view = useChain();
  const parsed = parseTransactionId(id);
  const transaction = useResource(
    parsed.ok ? (signal) => explorer.getTransaction({ txid: id }, { signal }) : undefined,
    id,
    initial?.transaction,
  );
  const failure = parsed.ok ? transaction.failure : INVALID;
  const missing = failure?.kind === 'not_found';
  const { retry } = transaction;
  useRecovery(failure, view, retry);
  const { data } = transaction;
  const subject = useMemo(
    (): Subject | undefined => data && { kind: 'transaction', shown: data, asked: id.toLowerCase() },
    [data, id],
  );
  return (
    <div class="c-stack">
      <div class="page-head">
        <h1>Transaction</h1>
      </div>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          onRetry={retry}
          retrying={transaction.loading}
          status={view.status}
          detail={missing ? 'This page shows it as soon as it is in a block.' : undefined}
        />
      )}
      {(failure === undefined || data !== undefined) && <Verification subject={subject} />}
      {failure === undefined && transaction.data === undefined && <TransactionSkeleton />}
      {transaction.data !== undefined && (
        <TransactionFacts transaction={transaction.data} tip={view.status?.height} />
      )}
    </div>
  );
}

export default island(Transaction, {
  place: transactionPlace,
  title: ({ id }, words) => words.t('transaction.title', { reference: referenceShort(id, words.locale) }),
});
