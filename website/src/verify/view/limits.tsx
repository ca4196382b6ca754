import { useWords } from '../../messages/context.tsx';
import type { StepWords } from './words.ts';

export interface LimitsProps {
  /** Height of the block that was checked. */
  height: number;
  /** Headers that are walked at most without being asked to: a block below that is linked to the genesis block. */
  network: string | undefined;
  words: StepWords;
}

/** What no check here can show. */
export function Limits({ height, network, words: { t } }: LimitsProps) {
  const { link } = useWords();
  // The eleven blocks below are linked; what lies between them and the genesis block is not looked at.
  const gap = Math.max(0, height - 12);
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
