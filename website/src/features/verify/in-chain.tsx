import type { TransactionDetail } from '@cairn/api/explorer';
import type { BlockId, TransactionId } from '@cairn/protocol';
import { Button, Identifier } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { currentConfirmations } from '../../site/confirmations.tsx';
import { type Answer, byTip, request, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { type Translations, useTranslations } from './page.texts.ts';

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
 * @param isLinked true to ask at once; otherwise a button asks, because pasted data is not sent unasked
 */
export function InChain({ place, isLinked }: { place: Place; isLinked: boolean }) {
  const { id, network } = place;
  const translations = useTranslations();
  const [isPressed, setIsPressed] = useState(false);
  const isAsked = isLinked || isPressed;
  const { status } = useChain();
  const isElsewhere = status !== undefined && network !== undefined && status.network !== network;
  const answer = useRequest(isAsked && !isElsewhere ? transactionRequest(id) : undefined);
  if (isElsewhere) {
    const texts = { network, shown: status.network };
    return <p role="status">{translations.t('inChain.otherNetwork', texts)}</p>;
  }
  if (!isAsked) {
    return (
      <Button size="sm" onClick={() => setIsPressed(true)}>
        {translations.t('inChain.ask')}
      </Button>
    );
  }
  const [said, tone] = sayingOf(place, answer, status?.height, translations);
  return (
    <p class={tone && `c-${tone}`} role="status">
      {said}
    </p>
  );
}

/** What the node's answer says of the proof, and its tone. */
function sayingOf(
  place: Place,
  { data, failure, loading }: Answer<TransactionDetail>,
  tip: number | undefined,
  { t, rich, link }: Translations,
): [said: ComponentChildren, tone?: 'success' | 'warn'] {
  if (failure?.kind === 'not_found') return [t('inChain.no'), 'warn'];
  if (data === undefined && loading) return [t('inChain.asking')];
  if (data === undefined || failure !== undefined) return [t('inChain.unknown')];
  const { block_id: found, block_height: height, confirmations } = data;
  if (found === place.blockId) {
    return [t('inChain.yes', { count: currentConfirmations(confirmations, height, tip) }), 'success'];
  }
  const block = (
    <Identifier value={found} what={t('inChain.block')} href={link.block(found)} length="short" />
  );
  return [rich('inChain.elsewhere', { block }), 'warn'];
}
