import { type Answer, byTip, request } from '../../site/request.ts';
import { lastSegment } from '../../site/url.ts';
import { parsePebbles, type TransactionId } from '@cairn/protocol';
import type { TransactionDetail } from '@cairn/api/explorer';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Badge, Identifier, LinkButton, Notice } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { follow } from '../../site/followed.ts';
import { FailureNotice, LoadingCard } from '../../site/notices.tsx';
import { isCoinbase } from '../lists/index.ts';
import { InvalidReference } from '../../site/failure.ts';
import { definePage } from '../../site/island.tsx';
import { currentConfirmations } from '../../site/confirmations.tsx';
import { useChain } from '../../site/use-chain.ts';
import { texts, useTranslations } from './texts.ts';
import { PersonalToolbar } from '../labels/index.ts';
import {
  type PageSubject,
  type Proof,
  ReceiptCard,
  ShareProof,
  StonesOnTop,
  transactionClaims,
  Verification,
} from '../verify/index.ts';
import { TransactionFacts, TransactionRaw } from './transaction-facts.tsx';

/** The parameters in the URL of a transaction's page. */
const transactionParams = (url: URL) => ({ id: lastSegment(url) });

const TRANSACTION_ID = /^[0-9a-fA-F]{64}$/;

/** One confirmed transaction; asked again at each tip, because its block may have left the chain. */
export const transactionRequest = (id: string) =>
  request(
    `transaction ${id}`,
    async (api, options, before?: TransactionDetail) => {
      if (!TRANSACTION_ID.test(id)) throw new InvalidReference('transaction ID');
      const found = await api.getTransaction({ txid: id }, options);
      // The same object while its block is the same: the verification need not start again.
      return before?.block_id === found.block_id ? before : found;
    },
    byTip,
  );

export interface TransactionProps {
  /** As in the URL. */
  id: TransactionId;
  transaction: Answer<TransactionDetail>;
}

/** One confirmed transaction. */
function Transaction({ id, transaction }: TransactionProps) {
  const translations = useTranslations();
  const { t } = translations;
  const view = useChain();
  const isValid = TRANSACTION_ID.test(id);
  const { data, isGone } = transaction;
  // While data is shown, other parts of the page say that the API fails.
  const failure = data === undefined ? transaction.failure : undefined;
  const missing = failure?.kind === 'not_found';
  useFollow(id, missing);
  const waited = useBlocksSince(missing, view.status?.height);
  // Its block has left the chain: what was known of it stays on the page until another block takes it.
  const isLeft = isGone && data !== undefined;
  const subject = useMemo(
    (): PageSubject | undefined => data && { kind: 'transaction', shown: data, asked: id.toLowerCase() },
    [data, id],
  );
  const [proof, setProof] = useState<Proof>();
  return (
    <Page
      title={t('transaction.heading')}
      lead={
        isValid && (
          <>
            <Identifier value={id.toLowerCase()} what={t('what.transactionId')} />
            <PersonalToolbar
              type="tx"
              reference={id.toLowerCase()}
              confirmations={
                data && currentConfirmations(data.confirmations, data.block_height, view.status?.height)
              }
            />
          </>
        )
      }
    >
      {missing ? <WaitingSlip waited={waited} /> : <FailureNotice of={{ ...transaction, failure }} />}
      {isLeft && (
        <Notice tone="warn" title={t('transaction.left')} live>
          <p>{t('transaction.leftText')}</p>
        </Notice>
      )}
      {data !== undefined && (
        <Receipt transaction={data} tip={view.status?.height} isLeft={isLeft} proof={proof} />
      )}
      {failure === undefined && data === undefined && <LoadingCard />}
      {(data === undefined ? failure === undefined : !isLeft) && (
        <Verification
          subject={subject}
          claims={() => (data === undefined ? [] : transactionClaims(data, view, translations.locale))}
          onProof={setProof}
        />
      )}
      {data !== undefined && (
        <>
          <TransactionFacts transaction={data} />
          <TransactionRaw transaction={data} />
        </>
      )}
    </Page>
  );
}

/** Follows a transaction that no block holds yet, so that the front page shows it as a pebble. */
function useFollow(id: TransactionId, isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) follow(id.toLowerCase());
  }, [id, isMissing]);
}

/** With this many blocks since the page began to wait, the transaction may have been replaced. */
const LONG_WAIT = 10;

/** Number of blocks since `isWaiting` became true. */
function useBlocksSince(isWaiting: boolean, tip: number | undefined): number {
  const start = useRef<number | undefined>(undefined);
  if (!isWaiting) start.current = undefined;
  else start.current ??= tip;
  return Math.max(0, (tip ?? 0) - (start.current ?? tip ?? 0));
}

/**
 * The slip of a transaction that no block holds yet: what it pays is public only once one does.
 * @param props.waited blocks since the page began to wait
 */
function WaitingSlip({ waited }: { waited: number }) {
  const { t, link } = useTranslations();
  const isLong = waited >= LONG_WAIT;
  return (
    <section class="c-card c-stack receipt" aria-label={t('transaction.heading')} role="status">
      <header>
        <Badge tone={isLong ? 'warn' : 'info'} dot="pulse">
          {t('transaction.pending')}
        </Badge>
      </header>
      <div>
        <p class="receipt__value">{t('failure.noTransaction')}</p>
        <p class="c-muted c-small">
          {isLong ? t('transaction.notMined', { count: waited }) : t('failure.noTransactionText')}
        </p>
      </div>
      <footer class="receipt__foot c-row c-row--between">
        <p class="c-muted">{t('transaction.appears')}</p>
        <LinkButton href={link.page('/')}>{t('transaction.pebble')}</LinkButton>
      </footer>
    </section>
  );
}

interface ReceiptProps {
  transaction: TransactionDetail;
  /** Height of the latest status. */
  tip: number | undefined;
  isLeft: boolean;
  proof: Proof | undefined;
}

/** The transaction as a receipt, with the blocks on top of it and its proof to hand on. */
function Receipt({ transaction, tip, isLeft, proof }: ReceiptProps) {
  const { t } = useTranslations();
  const { value, fee, from_address, to_address, block_height: height, confirmations } = transaction;
  const depth = currentConfirmations(confirmations, height, tip);
  const status = isLeft
    ? { tone: 'warn' as const, text: t('transaction.left') }
    : {
        tone: 'success' as const,
        text: t(isCoinbase(transaction) ? 'transaction.mined' : 'transaction.paid'),
      };
  return (
    <ReceiptCard
      status={status}
      value={parsePebbles(value)}
      fee={parsePebbles(fee)}
      fromAddress={from_address}
      toAddress={to_address}
      time={transaction.block_timestamp}
    >
      {isLeft ? undefined : (
        <>
          <StonesOnTop count={depth - 1} confirmations={t('transaction.confirmations', { count: depth })} />
          <ShareProof id={transaction.id} proof={proof} />
        </>
      )}
    </ReceiptCard>
  );
}

export default definePage({
  texts,
  params: transactionParams,
  requests: ({ id }) => ({ transaction: transactionRequest(id) }),
  head: ({ t, shortReference }, { id }) => {
    const reference = shortReference(id);
    return {
      title: t('transaction.title', { reference }),
      description: t('transaction.description', { reference }),
      linkPreview: `/link-preview/transactions/${id}`,
    };
  },
  view: Transaction,
});
