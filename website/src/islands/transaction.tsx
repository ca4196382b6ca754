import type { TransactionId } from '@cairn/protocol';
import { parseTransactionReference, type TransactionDetail } from '@cairn/api/explorer';
import { useMemo } from 'preact/hooks';
import { Badge, Identifier, Notice, PageHead } from '@cairn/ui';
import { chainStatus, explorer } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { TransactionFacts } from '../components/transaction-facts.tsx';
import { TransactionRaw } from '../components/transaction-raw.tsx';
import { isCoinbase } from '../components/transaction-table.tsx';
import { LoadingCard } from '../components/placeholders.tsx';
import type { Initial } from '../frame/frame.ts';
import { island } from '../frame/island.tsx';
import type { Failure } from '../lib/failure.ts';
import { currentConfirmations } from '../components/confirmations.tsx';
import { transactionPlace } from '../lib/places.ts';
import { useChain, useRecovery } from '../hooks/use-chain.ts';
import { useLeftBehind } from '../hooks/use-left-behind.ts';
import { useResource } from '../hooks/use-resource.ts';
import '../messages/groups/details/index.ts';
import { useWords } from '../messages/words.ts';
import { OwnBar } from '../own/own-bar.tsx';
import { transactionRungs } from '../verify/view/ladder.tsx';
import { Verification } from '../verify/view/verification.tsx';
import type { PageSubject } from '../verify/worker.ts';

const INVALID: Failure = { kind: 'invalid', what: 'transaction ID' };

export interface TransactionProps {
  /** As in the address bar. */
  id: TransactionId;
  initial?: Initial<{ transaction: TransactionDetail }> | undefined;
}

/** One confirmed transaction. */
function Transaction({ id, initial }: TransactionProps) {
  const words = useWords();
  const { t } = words;
  const view = useChain();
  const parsed = parseTransactionReference(id);
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
  const isLeft = useLeftBehind(data?.block_height, async (signal) => {
    const found = await explorer.getTransaction({ txid: id }, { signal });
    if (found.block_id !== data?.block_id) retry(); // now in another block
  });
  const subject = useMemo(
    (): PageSubject | undefined => data && { kind: 'transaction', shown: data, asked: id.toLowerCase() },
    [data, id],
  );
  const rungs =
    data === undefined
      ? []
      : transactionRungs(
          isCoinbase(data),
          { confirmations: data.confirmations, height: data.block_height, view, isLeft },
          words,
        );
  return (
    <div class="c-stack">
      <PageHead
        title={t('transaction.heading')}
        actions={data && <Status transaction={data} tip={view.status?.height} isLeft={isLeft} />}
      >
        {parsed.ok ? (
          <>
            <Identifier value={id.toLowerCase()} what={t('what.transactionId')} />
            <OwnBar type="tx" reference={id.toLowerCase()} />
          </>
        ) : undefined}
      </PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          onRetry={retry}
          retrying={transaction.loading}
          status={view.status}
          detail={missing ? t('transaction.appears') : undefined}
        />
      )}
      {isLeft && (
        <Notice tone="warn" title={t('transaction.left')} live>
          <p>{t('transaction.leftText')}</p>
        </Notice>
      )}
      {(failure === undefined || data !== undefined) && (
        <Verification subject={subject} rungs={rungs} isLeft={isLeft} />
      )}
      {failure === undefined && transaction.data === undefined && <LoadingCard />}
      {transaction.data !== undefined && (
        <>
          <TransactionFacts
            transaction={isLeft ? { ...transaction.data, confirmations: 0 } : transaction.data}
            tip={view.status?.height}
          />
          <TransactionRaw transaction={transaction.data} />
        </>
      )}
    </div>
  );
}

/** Badge in the heading: confirmed, or no longer. */
function Status(props: { transaction: TransactionDetail; tip: number | undefined; isLeft: boolean }) {
  const { transaction, tip, isLeft } = props;
  const { t } = useWords();
  if (isLeft) return <Badge tone="warn">{t('transaction.left')}</Badge>;
  const count = currentConfirmations(transaction.confirmations, transaction.block_height, tip);
  return (
    <Badge tone="success" dot>
      {t('transaction.confirmed', { count })}
    </Badge>
  );
}

export default island(Transaction, {
  place: transactionPlace,
  title: ({ id }, words) => words.t('transaction.title', { reference: words.shortReference(id) }),
});
