import { type Answer, byTip, readable, request } from '../../site/request.ts';
import { lastSegment } from '../../site/url.ts';
import { parsePebbles, type TransactionId } from '@cairn/protocol';
import type { TransactionDetail } from '@cairn/api/explorer';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Badge, Identifier, LinkButton, Notice } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { follow } from '../../site/followed.ts';
import { FailureNotice, LoadingCard } from '../../site/notices.tsx';
import { ReceiptCard } from '../../site/receipt-card.tsx';
import { isCoinbase } from '../lists/index.ts';
import { InvalidReference } from '../../site/failure.ts';
import { definePage } from '../../site/island.tsx';
import { useChain } from '../../site/use-chain.ts';
import { texts, type Translations, useTranslations } from './texts.ts';
import { PersonalToolbar } from '../labels/index.ts';
import {
  type PageProof,
  type Claim,
  Region,
  regionOf,
  type TransactionSubject,
  useProof,
  Verdict,
} from '../verify/index.ts';
import { ShareProof } from './share-proof.tsx';
import { StonesOnTop } from './stones-on-top.tsx';
import { TransactionFacts, TransactionRaw } from './transaction-facts.tsx';
import './transaction.css';

/** The parameters in the URL of a transaction's page. */
const transactionParams = (url: URL) => ({ id: lastSegment(url) });

const TRANSACTION_ID = /^[0-9a-fA-F]{64}$/;

const FIELDS = {
  id: 'string',
  block_id: 'string',
  block_height: 'number',
  block_timestamp: 'number',
  transaction_index: 'number',
  confirmations: 'number',
  nonce: 'number',
  chain: 'number',
  value: 'string',
  fee: 'string',
  from_address: 'string',
  to_address: 'string',
} as const;

/** One confirmed transaction; asked again at each tip, because its block may have left the chain. */
export const transactionRequest = (id: string) =>
  request(
    `transaction ${id}`,
    async (api, options) => {
      if (!TRANSACTION_ID.test(id)) throw new InvalidReference('transaction ID');
      return readable(await api.getTransaction({ txid: id }, options), FIELDS);
    },
    byTip,
  );

export interface TransactionProps {
  /** As in the URL. */
  id: TransactionId;
  transaction: Answer<TransactionDetail>;
}

/** One confirmed transaction. What is proven of it stands in place of what the server said. */
function Transaction({ id, transaction }: TransactionProps) {
  const translations = useTranslations();
  const { t } = translations;
  const view = useChain();
  const isValid = TRANSACTION_ID.test(id);
  const { data: painted, isGone } = transaction;
  // While data is shown, other parts of the page say that the API fails.
  const failure = painted === undefined ? transaction.failure : undefined;
  const missing = failure?.kind === 'not_found';
  useFollow(id, missing);
  const waited = useBlocksSince(missing, view.status?.height);
  const isMalformed = failure?.kind === 'unreadable';
  const proof = useProof(useSubject(id, painted, isMalformed));
  const data = proof.value ?? painted;
  // Its block has left the chain: what was known of it stays on the page until another block takes it.
  const isLeft = isGone && data !== undefined;
  const region = isLeft ? 'none' : regionOf(proof, proof.chain?.depth !== undefined);
  return (
    <Page
      title={t('transaction.heading')}
      lead={
        isValid && (
          <Region proof={region} isInline>
            <Identifier value={id.toLowerCase()} what={t('what.transactionId')} />
            <PersonalToolbar type="tx" reference={id.toLowerCase()} confirmations={data?.confirmations} />
          </Region>
        )
      }
    >
      {missing ? (
        <WaitingSlip waited={waited} />
      ) : (
        proof.value === undefined && <FailureNotice of={{ ...transaction, failure }} />
      )}
      {isLeft && (
        <Notice tone="warn" title={t('transaction.left')} live>
          <p>{t('transaction.leftText')}</p>
        </Notice>
      )}
      {data !== undefined && (
        <Region proof={region}>
          <Receipt transaction={data} isLeft={isLeft} proof={proof} />
        </Region>
      )}
      {failure === undefined && data === undefined && <LoadingCard />}
      {(data === undefined ? failure === undefined || isMalformed : !isLeft) && (
        <Verdict proof={proof} claims={claimsOf(data, translations)} />
      )}
      {data !== undefined && (
        <>
          <Region proof={region}>
            <TransactionFacts
              transaction={data}
              isPositionSaid={region === 'proven' && proof.receipt === undefined}
            />
          </Region>
          <Region proof={region}>
            <TransactionRaw transaction={data} />
          </Region>
        </>
      )}
    </Page>
  );
}

/** What to prove, once it is known that there is something: also where the server's answer to the page is malformed. */
function useSubject(id: TransactionId, painted: TransactionDetail | undefined, isMalformed: boolean) {
  return useMemo((): TransactionSubject | undefined => {
    const asked = { kind: 'transaction', id: id.toLowerCase() } as const;
    if (painted !== undefined) return { ...asked, painted: { tip_id: painted.tip_id, value: painted } };
    return isMalformed ? asked : undefined;
  }, [id, painted, isMalformed]);
}

/** What the page claims of its transaction. */
function claimsOf(data: TransactionDetail | undefined, { t, rich, count, link }: Translations): Claim[] {
  if (data === undefined) return [];
  const { block_height: height } = data;
  return [
    {
      text: t(isCoinbase(data) ? 'claims.coinbase' : 'claims.signed'),
      by: ['transaction'],
    },
    {
      text: rich('claims.placed', { height: <a href={link.block(height)}>{count(height)}</a> }),
      by: ['chain', 'header'],
    },
  ];
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
  isLeft: boolean;
  proof: PageProof;
}

/** The transaction as a receipt, with the blocks on top of it and its proof to hand on. */
function Receipt({ transaction, isLeft, proof }: ReceiptProps) {
  const { t } = useTranslations();
  const { value, fee, from_address, to_address, confirmations } = transaction;
  const text = t(isCoinbase(transaction) ? 'transaction.mined' : 'transaction.paid');
  const status = isLeft
    ? { tone: 'warn' as const, text: t('transaction.left') }
    : { tone: proof.verdict === 'passed' ? ('success' as const) : ('neutral' as const), text };
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
          <StonesOnTop
            count={confirmations - 1}
            confirmations={t('transaction.confirmations', { count: confirmations })}
          />
          <ShareProof proof={proof.receipt} isOver={proof.verdict !== 'running'} />
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
