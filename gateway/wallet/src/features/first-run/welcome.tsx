import type { NetworkName } from '@cairn/protocol';
import { Button, Logo, Notice } from '@cairn/ui';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/session-notices.tsx';
import { t } from './texts.ts';

/**
 * The first screen without a wallet. `network` is absent until the gateway or the node names a network for new wallets.
 */
export function Welcome(props: {
  network: NetworkName | undefined;
  onChoose: (way: 'create' | 'import' | 'file') => void;
}) {
  const { network, onChoose } = props;
  const waiting = network === undefined;
  return (
    <Screen title={t('welcome.title')} width="slim" picture={<Logo size={72} />}>
      <p class="c-muted">{t('welcome.text')}</p>
      <SessionNotices />
      <div class="c-stack c-stack--tight">
        <Button variant="primary" wide disabled={waiting} onClick={() => onChoose('create')}>
          {t('welcome.create')}
        </Button>
        <Button wide disabled={waiting} onClick={() => onChoose('import')}>
          {t('welcome.import')}
        </Button>
        <Button variant="ghost" wide disabled={waiting} onClick={() => onChoose('file')}>
          {t('welcome.file')}
        </Button>
      </div>
      {network === undefined ? (
        <p class="c-faint c-small">{t('welcome.waiting')}</p>
      ) : (
        network !== 'mainnet' && (
          <Notice tone="info" title={t('welcome.network', { network })}>
            {t('welcome.networkText', { network })}
          </Notice>
        )
      )}
    </Screen>
  );
}
