import { useWords } from '../../messages/context.tsx';
import type { StepWords } from './words.ts';

export interface LimitsProps {
  /** Blocks between the genesis block and this one that were not looked at. */
  gap: number;
  network: string | undefined;
  words: StepWords;
}

/** What no check here can show. */
export function Limits({ gap, network, words: { t } }: LimitsProps) {
  const { link } = useWords();
  return (
    <div class="verify-limits">
      <p class="verify-label">{t('limits.title')}</p>
      <ul>
        <li>{t('limits.state')}</li>
        <li>{t('limits.best')}</li>
        {gap > 0 && <li>{t('limits.gap', { count: gap })}</li>}
        {network === 'devnet' && <li>{t('limits.devnet')}</li>}
      </ul>
      <p>
        <a href={link.page('/verify')}>{t('panel.more')}</a>
      </p>
    </div>
  );
}
