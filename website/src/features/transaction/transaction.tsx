import { type Answer, byTip, readable, request } from '../../site/request.ts';
import { lastSegment } from '../../site/url.ts';
import { parsePebbles, type TransactionId } from '@cairn/protocol';
import type { TransactionDetail } from '@cairn/api/explorer';
import { useMemo } from 'preact/hooks';
import { Identifier } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { ReceiptCard, WaitingReceipt } from '../../site/receipt-card.tsx';
import { isCoinbase } from '../lists/index.ts';
import { InvalidReference } from '../../site/failure.ts';
import { definePage } from '../../site/island.tsx';
import { Later } from '../../site/later.tsx';
import { texts, useTranslations } from './texts.ts';
import { PersonalToolbar } from '../labels/index.ts';
import {
  type InputSubject,
  type PageProof,
  type ProvenInput,
  Region,
  type RegionProof,
  regionOf,
  Seal,
  type TransactionSubject,
  useProof,
} from '../verify/index.ts';
import { ShareProof } from './share-proof.tsx';
import { StonesOnTop } from './stones-on-top.tsx';
import { TransactionFacts, TransactionRaw } from './transaction-facts.tsx';
import { fieldsIn, Unconfirmed, useAmountTitle, useOwn } from './unconfirmed.tsx';
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

/** One transaction, in a block of the chain or in none. What is proven of it stands in place of what the server said. */
function Transaction({ id: asked, transaction }: TransactionProps) {
  const { t } = useTranslations();
  const id = asked.toLowerCase();
  const { data: painted, isGone } = transaction;
  // While data is shown, other parts of the page say that the API fails.
  const failure = painted === undefined ? transaction.failure : undefined;
  const isUnconfirmed = isGone || failure?.kind === 'not_found';
  const isMalformed = failure?.kind === 'unreadable';
  const own = useOwn(id, isUnconfirmed, painted);
  const subject = useSubject(id, isUnconfirmed, painted, isMalformed, own.raw);
  const proof = useProof(subject);
  const { value } = proof;
  const data = (isConfirmed(value) ? value : undefined) ?? painted;
  const region = regionOf(proof, isUnconfirmed ? undefined : proof.chain?.depth !== undefined);
  useAmountTitle(isUnconfirmed || region !== 'proven' ? undefined : data?.value);
  return (
    <Page
      title={
        <Region proof={region} isInline>
          <Heading
            data={data}
            waiting={isUnconfirmed ? (fieldsIn(value, id, undefined) ?? data) : undefined}
            isUnconfirmed={isUnconfirmed}
          />
        </Region>
      }
      lead={
        TRANSACTION_ID.test(id) && (
          <Region proof={region} isInline>
            <Identifier value={id} what={t('what.transactionId')} />
            <PersonalToolbar
              type="tx"
              reference={id}
              confirmations={isUnconfirmed ? 0 : data?.confirmations}
            />
          </Region>
        )
      }
    >
      {isUnconfirmed ? (
        <Unconfirmed id={id} left={painted} own={own} proof={proof} />
      ) : (
        <>
          {value === undefined && <FailureNotice of={{ ...transaction, failure }} />}
          {(data !== undefined || failure === undefined || isMalformed) && (
            <Confirmed data={data} isFailed={failure !== undefined} proof={proof} region={region} />
          )}
        </>
      )}
    </Page>
  );
}

const isConfirmed = (value: TransactionDetail | ProvenInput | undefined): value is TransactionDetail =>
  value !== undefined && !('kind' in value);

interface ConfirmedProps {
  /** `undefined` until it loads. */
  data: TransactionDetail | undefined;
  /** True if the server's answer cannot be read: what is proven takes its place. */
  isFailed: boolean;
  proof: PageProof;
  region: RegionProof;
}

/** The receipt and, beside it, the details of a confirmed transaction and its bytes; below both the verdict. */
function Confirmed({ data, isFailed, proof, region }: ConfirmedProps) {
  return (
    <div class="c-beside">
      {data === undefined && !isFailed && <WaitingReceipt />}
      {data !== undefined && (
        <Region proof={region}>
          <Receipt transaction={data} proof={proof} />
        </Region>
      )}
      <div class="c-beside__whole needs-script">
        <Seal proof={proof} />
      </div>
      {(data !== undefined || !isFailed) && (
        <Later>
          <Region proof={region} class="c-stack">
            <TransactionFacts transaction={data} isProven={region === 'proven'} />
            {data !== undefined && <TransactionRaw transaction={data} />}
          </Region>
        </Later>
      )}
    </div>
  );
}

/**
 * What to prove, once it is known that there is something: also where the server's answer to the page is malformed. Of a transaction
 * in no block, its signed bytes, if they are kept.
 */
function useSubject(
  id: TransactionId,
  isUnconfirmed: boolean,
  painted: TransactionDetail | undefined,
  isMalformed: boolean,
  raw: string | undefined,
) {
  return useMemo((): TransactionSubject | InputSubject | undefined => {
    if (isUnconfirmed) return raw === undefined ? undefined : { kind: 'input', text: raw, asksChain: false };
    const asked = { kind: 'transaction', id } as const;
    if (painted !== undefined) return { ...asked, painted: { tip_id: painted.tip_id, value: painted } };
    return isMalformed ? asked : undefined;
  }, [id, isUnconfirmed, painted, isMalformed, raw]);
}

interface HeadingProps {
  data: TransactionDetail | undefined;
  /** Of one in no block, what is known of it. */
  waiting: Pick<TransactionDetail, 'from_address' | 'is_coinbase'> | undefined;
  isUnconfirmed: boolean;
}

/** What kind of transaction it is, and in which block. */
function Heading({ data, waiting, isUnconfirmed }: HeadingProps) {
  const { t, rich, count, link } = useTranslations();
  if (isUnconfirmed) {
    if (waiting === undefined) return t('heading.unknown');
    return t(isCoinbase(waiting) ? 'heading.lostReward' : 'heading.waiting');
  }
  if (data === undefined) return t('common.transaction');
  const { block_height: at } = data;
  if (isCoinbase(data) && at === 0) return t('common.startingCoins');
  const height = <a href={link.block(at)}>{count(at)}</a>;
  return <>{rich(isCoinbase(data) ? 'heading.reward' : 'heading.payment', { height })}</>;
}

const kindOf = (transaction: TransactionDetail) => {
  if (!isCoinbase(transaction)) return 'transaction.paid';
  return transaction.block_height === 0 ? 'common.startingCoins' : 'transaction.mined';
};

/** The transaction as a receipt, with the blocks on top of it and its proof to hand on. */
function Receipt({ transaction, proof }: { transaction: TransactionDetail; proof: PageProof }) {
  const { t } = useTranslations();
  const { value, fee, from_address, to_address, confirmations } = transaction;
  return (
    <ReceiptCard
      status={{
        tone: proof.verdict === 'passed' ? 'success' : 'neutral',
        text: t(kindOf(transaction)),
      }}
      value={parsePebbles(value)}
      fee={parsePebbles(fee)}
      fromAddress={from_address}
      toAddress={to_address}
      time={transaction.block_timestamp}
    >
      <StonesOnTop confirmations={confirmations} />
      <ShareProof proof={proof.receipt} isOver={proof.verdict !== 'running'} />
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
