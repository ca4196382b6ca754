import type { BlockId, TransactionId } from '@cairn/protocol';
import { Button, Identifier } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { currentConfirmations } from '../../site/confirmations.tsx';
import { byTip, request, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { useTranslations } from './input.texts.ts';

/** Where a proven transaction is. */
interface Place {
  readonly id: TransactionId;
  readonly blockId: BlockId;
  /** Name of its network, if the protocol knows it. */
  readonly network: string | undefined;
}

const transactionRequest = (id: TransactionId) =>
  request(`transaction ${id}`, (api, options) => api.getTransaction({ txid: id }, options), byTip);

/**
 * Whether this site's node has a proven transaction in its chain, in the block of the proof. A proof shows the bytes of a block;
 * only a node knows whether its chain has that block.
 * @param asks true to ask at once, for a link; otherwise a button asks, because pasted data is not sent unasked
 */
export function InChain({ place, asks }: { place: Place; asks: boolean }) {
  const { t } = useTranslations();
  const [asked, setAsked] = useState(asks);
  const shown = useChain().status?.network;
  const { network } = place;
  const isElsewhere = shown !== undefined && network !== undefined && shown !== network;
  return (
    <div class="c-row">
      {isElsewhere ? (
        <Says>{t('inChain.otherNetwork', { network, shown })}</Says>
      ) : asked ? (
        <Answer place={place} />
      ) : (
        <Button size="sm" onClick={() => setAsked(true)}>
          {t('inChain.ask')}
        </Button>
      )}
    </div>
  );
}

function Answer({ place: { id, blockId } }: { place: Place }) {
  const { t, rich, link } = useTranslations();
  const { data, failure, loading, retry } = useRequest(transactionRequest(id));
  const tip = useChain().status?.height;
  if (failure?.kind === 'not_found') return <Says tone="warn">{t('inChain.no')}</Says>;
  if (data === undefined && loading) return <Says>{t('inChain.asking')}</Says>;
  if (data === undefined || failure !== undefined) {
    return (
      <>
        <Says>{t('inChain.unknown')}</Says>
        <Button size="sm" onClick={retry}>
          {t('inChain.again')}
        </Button>
      </>
    );
  }
  if (data.block_id !== blockId) {
    const block = (
      <Identifier
        value={data.block_id}
        what={t('verify.block')}
        href={link.block(data.block_id)}
        length="short"
      />
    );
    return <Says tone="warn">{rich('inChain.elsewhere', { block })}</Says>;
  }
  const count = currentConfirmations(data.confirmations, data.block_height, tip);
  return <Says tone="success">{t('inChain.yes', { count })}</Says>;
}

function Says({ tone, children }: { tone?: 'success' | 'warn'; children: ComponentChildren }) {
  return (
    <p class={tone && `c-${tone}`} role="status">
      {children}
    </p>
  );
}
