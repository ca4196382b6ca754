import { EmptyState, Logo } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';

/** A node whose chain has not been started: height −1. */
export function EmptyChain() {
  const { t } = useWords();
  return (
    <EmptyState title={t('chain.empty')} icon={<Logo size={44} />}>
      <p>{t('chain.emptyText')}</p>
    </EmptyState>
  );
}
