import type { TransactionDetail } from '@cairn/api/explorer';
import { bytesToHex, parsePebbles, ProtocolError, type TransactionId } from '@cairn/protocol';
import { Button, EmptyState, LinkButton, Logo, Notice } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { type Followed, follow, followed, signedIn, unfollow } from '../../site/followed.ts';
import { ReceiptCard } from '../../site/receipt-card.tsx';
import { useChain } from '../../site/use-chain.ts';
import { isCoinbase } from '../lists/index.ts';
import {
  encodeFields,
  type PageProof,
  type ProvenInput,
  Region,
  regionOf,
  Verdict,
} from '../verify/index.ts';
import { useTranslations } from './texts.ts';
import { useAmountTitle } from './use-amount-title.ts';

/** With this many blocks since it was first seen to wait, a transaction has probably been replaced. */
const LONG_WAIT = 10;

interface UnconfirmedProps {
  id: TransactionId;
  /** The transaction as the page has shown it in a block that has left the chain. */
  left: TransactionDetail | undefined;
  /** What this browser keeps of it. */
  kept: Followed | undefined;
  onKept: (kept: Followed | undefined) => void;
  /** Of the bytes that are kept. */
  proof: PageProof<TransactionDetail | ProvenInput>;
}

/**
 * A transaction that no block of the chain holds. Its ID alone says nothing: it is "not found", and the reader can watch for it. Where
 * the browser has the signed bytes, by a link of the sender's wallet or from a block that was replaced, it checks them and shows
 * the whole receipt.
 */
export function Unconfirmed({ id, left, kept, onKept, proof }: UnconfirmedProps) {
  const { t, count, link } = useTranslations();
  const { status } = useChain();
  const tip = status?.height;
  const raw = kept?.raw;
  const { verdict, value } = proof;
  const fields = value !== undefined && 'fields' in value ? value.fields : undefined;
  const isIts = fields?.id === id && (status === undefined || status.chain_id === fields.chain);
  const isChecking = raw !== undefined && verdict === 'running';
  const isForged = verdict === 'failed' || (fields !== undefined && !isIts);
  const shown = isIts ? fields : isChecking ? left : undefined;
  useAmountTitle(isIts ? fields.value : undefined);

  const waited = kept?.since === undefined || tip === undefined ? 0 : Math.max(0, tip - kept.since);
  const isLong = waited >= LONG_WAIT;
  const isReward = shown !== undefined && isCoinbase(shown);
  const waits = kept?.since !== undefined && t('waiting.since', { height: count(kept.since) });
  const news = (
    <>
      {kept?.block !== undefined && (
        <p>
          {t('waiting.left', { height: count(kept.block) })}{' '}
          {t(isReward ? 'waiting.leftReward' : 'waiting.leftPayment')}
        </p>
      )}
      {!isReward && kept !== undefined && <p>{isLong ? t('waiting.long', { count: waited }) : waits}</p>}
    </>
  );
  return (
    <>
      {shown !== undefined ? (
        <Region proof={regionOf(proof)}>
          <ReceiptCard
            status={
              kept?.block === undefined && !isLong
                ? { tone: 'info', text: t('waiting.signed') }
                : { tone: 'warn', text: t(kept?.block === undefined ? 'waiting.replaced' : 'waiting.again') }
            }
            value={parsePebbles(shown.value)}
            fee={parsePebbles(shown.fee)}
            fromAddress={shown.from_address}
            toAddress={shown.to_address}
          >
            <div class="c-lines" data-proof="none" role="status">
              {news}
              {!isReward && <p class="c-muted c-small">{t('waiting.unpaid')}</p>}
            </div>
            {!isReward && <LinkButton href={link.page('/')}>{t('transaction.pebble')}</LinkButton>}
          </ReceiptCard>
        </Region>
      ) : (
        <Region proof="none" class="c-card">
          <EmptyState
            title={isChecking ? t('waiting.checking') : t('failure.noTransaction')}
            icon={<Logo size={44} />}
            action={
              <div class="needs-script">
                <Button
                  onClick={() => onKept(kept === undefined ? follow(id, { since: tip }) : unfollow(id))}
                >
                  {t(kept === undefined ? 'waiting.watch' : 'waiting.stop')}
                </Button>
              </div>
            }
          >
            <p>{t('failure.noTransactionText')}</p>
            {status !== undefined && !status.ready && <p>{t('failure.behind')}</p>}
            <div role="status">{news}</div>
          </EmptyState>
        </Region>
      )}
      {isForged && (
        <Notice tone="error" title={t('waiting.forged')} live>
          <p>{t('waiting.forgedText')}</p>
        </Notice>
      )}
      {raw !== undefined && (
        <Verdict
          proof={proof}
          claims={isReward ? [] : [{ text: t('claims.signed'), by: ['transaction'] }]}
          isAlone
        />
      )}
    </>
  );
}

/** What this browser keeps of the transaction; nothing in the first rendering, which must equal the server's. */
export function useKept(id: TransactionId, isUnconfirmed: boolean, found: TransactionDetail | undefined) {
  const [kept, setKept] = useState<Followed>();
  const tip = useChain().status?.height;
  const block = found?.block_height;
  useEffect(() => {
    const raw = signedIn(location.hash);
    if (raw !== undefined) setKept(follow(id, { raw }));
    else setKept(followed(id));
  }, [id]);
  useEffect(() => {
    if (!isUnconfirmed) {
      // One that is followed is known to have been in this block if that is replaced later.
      if (block !== undefined && followed(id) !== undefined) setKept(follow(id, { block, since: undefined }));
    } else if (found !== undefined) setKept(follow(id, { block, raw: rawOf(found) }));
  }, [id, isUnconfirmed, block]);
  const isWaiting = isUnconfirmed && kept !== undefined && kept.since === undefined;
  useEffect(() => {
    if (isWaiting && tip !== undefined) setKept(follow(id, { since: tip }));
  }, [id, isWaiting, tip]);
  return [kept, setKept] as const;
}

/** The 213 bytes in hexadecimal; `undefined` if the API's answer cannot be encoded. */
export function rawOf(transaction: TransactionDetail): string | undefined {
  try {
    return bytesToHex(encodeFields(transaction));
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
