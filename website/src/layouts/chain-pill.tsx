import { Badge } from '@cairn/ui';
import { island } from '../site/island.tsx';
import { useTranslations } from '../site/translations.ts';
import { useChain } from '../site/use-chain.ts';

/** Badge in the header of every page: network and height, or that the API does not answer. */
function ChainPill() {
  const { t, count } = useTranslations();
  const { status, failure } = useChain();
  if (failure !== undefined) {
    return (
      <Badge tone="error" dot>
        {failure.kind === 'unreachable' ? t('pill.unreachable') : t('pill.error')}
      </Badge>
    );
  }
  if (status === undefined) return <Badge title={t('pill.asking')}>{t('pill.connecting')}</Badge>;
  const behind = status.syncing || !status.ready;
  return (
    // A new one for each block, so that its dot pulses.
    <Badge
      key={status.tip_id}
      tone={behind ? 'warn' : 'success'}
      dot="pulse"
      title={behind ? t('pill.behind') : t('pill.live')}
    >
      <span>
        {status.network}
        {status.height >= 0 && <span class="pill__height">{` · ${count(status.height)}`}</span>}
      </span>
    </Badge>
  );
}

export default island(ChainPill);
