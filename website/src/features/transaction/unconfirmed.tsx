import { encodeFields, type TransactionDetail } from '@cairn/api/explorer';
import { bytesToHex, parsePebbles, ProtocolError, type TransactionId } from '@cairn/protocol';
import { EmptyState, LinkButton, Logo, Notice, onStored } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { type Followed, follow, followed, signedIn } from '../../site/followed.ts';
import { ReceiptCard } from '../../site/receipt-card.tsx';
import { useChain } from '../../site/use-chain.ts';
import { isCoinbase } from '../lists/index.ts';
import { type PageProof, type ProvenInput, Region, regionOf, Seal } from '../verify/index.ts';
import { useTranslations } from './texts.ts';

/** With this many blocks since it was first seen to wait, a transaction has probably been replaced. */
const LONG_WAIT = 10;

interface UnconfirmedProps {
  id: TransactionId;
  /** The transaction as the page has shown it in a block that has left the chain. */
  left: TransactionDetail | undefined;
  own: ReturnType<typeof useOwn>;
  /** Of its signed bytes. */
  proof: PageProof<TransactionDetail | ProvenInput>;
}

/**
 * A transaction that no block of the chain holds. Its ID alone says nothing: it is "not found", and the reader can watch for it. Where
 * the browser has the signed bytes, by a link of the sender's wallet or from a block that was replaced, it checks them and shows
 * the whole receipt.
 */
export function Unconfirmed({ id, left, own, proof }: UnconfirmedProps) {
  const { t, count, link } = useTranslations();
  const { status } = useChain();
  const tip = status?.height;
  const { raw, kept } = own;
  const { verdict, value } = proof;
  const fields = fieldsIn(value, id, status?.chain_id);
  const isChecking = raw !== undefined && verdict === 'running';
  const isForged = verdict === 'failed' || (value !== undefined && fields === undefined);
  const shown = fields ?? (isChecking ? left : undefined);
  useAmountTitle(fields?.value);
  useEffect(() => {
    if (fields !== undefined && kept?.raw !== raw) own.keep({ raw, watched: true });
  }, [fields?.id, raw]);

  const waited = kept?.since === undefined || tip === undefined ? 0 : Math.max(0, tip - kept.since);
  const isLong = waited >= LONG_WAIT;
  const isReward = shown !== undefined && isCoinbase(shown);
  const since = shown === undefined ? 'waiting.watched' : 'waiting.since';
  const waits = kept?.since !== undefined && t(since, { height: count(kept.since) });
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
            icon={<Logo size={44} isFallen />}
          >
            <p>{t('failure.noTransactionText')}</p>
            {kept?.watched !== true && !isChecking && <p class="needs-script">{t('waiting.watch')}</p>}
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
      {raw !== undefined && !(isForged && verdict === 'passed') && <Seal proof={proof} />}
    </>
  );
}

/** What this browser has of a transaction; nothing in the first rendering, which must equal the server's. */
export interface Own {
  /** The signed bytes, of the link or kept; they are another's until the proof says whose. */
  readonly raw?: string | undefined;
  readonly kept?: Followed | undefined;
}

/** @param found as the page has last seen it in a block */
export function useOwn(id: TransactionId, isUnconfirmed: boolean, found: TransactionDetail | undefined) {
  const [own, setOwn] = useState<Own>({});
  const tip = useChain().status?.height;
  const block = found?.block_height;
  const keep = (news: Parameters<typeof follow>[1]) => void follow(id, news);
  useEffect(() => {
    const read = () => {
      const kept = followed(id);
      setOwn({ raw: signedIn(location.hash) ?? kept?.raw, kept });
    };
    read();
    return onStored(read);
  }, [id]);
  useEffect(() => {
    if (block === undefined) return;
    // One that is followed is known to have been in this block if that is replaced later.
    if (isUnconfirmed) keep({ block, raw: rawOf(found!) });
    else if (followed(id) !== undefined) keep({ block, since: undefined });
  }, [id, isUnconfirmed, block]);
  const isWaiting = isUnconfirmed && own.kept !== undefined && own.kept.since === undefined;
  useEffect(() => {
    if (isWaiting && tip !== undefined) keep({ since: tip });
  }, [id, isWaiting, tip]);
  return { ...own, keep };
}

/** Fields of the signed bytes, if they are this transaction's; `undefined` before that is proven, and for any other bytes. */
export function fieldsIn(
  value: TransactionDetail | ProvenInput | undefined,
  id: TransactionId,
  chain: number | undefined,
) {
  const fields = value !== undefined && 'fields' in value ? value.fields : undefined;
  return fields?.id === id && (chain === undefined || fields.chain === chain) ? fields : undefined;
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

/** Names the page by its amount, once that is proven. @param value pebbles; `undefined` until then */
export function useAmountTitle(value: string | undefined): void {
  const { t, amount } = useTranslations();
  useEffect(() => {
    if (value === undefined) return undefined;
    const before = document.title;
    document.title = `${amount(parsePebbles(value))} · ${t('site.name')}`;
    return () => {
      document.title = before;
    };
  }, [value, amount]);
}
