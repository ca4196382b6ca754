import { island } from '../site/island.tsx';
import { useChain } from '../site/use-chain.ts';
import { useTranslations } from '../site/translations.ts';

/** Network, height and API version in the footer. */
function NetworkFacts() {
  const { t, count } = useTranslations();
  const { status } = useChain();
  if (status === undefined) return <p class="site-footer__facts">{'\u00a0'}</p>;
  return (
    <p class="site-footer__facts">
      {t('footer.facts', {
        network: status.network,
        id: status.chain_id,
        height: status.height < 0 ? '–' : count(status.height),
        version: status.api_version,
      })}
    </p>
  );
}

export default island(NetworkFacts);
