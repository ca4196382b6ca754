import { Card, EmptyState, LinkButton, Logo, Skeleton } from '@cairn/ui';
import { useTranslations } from '../messages/translations.ts';

/** In place of a page's content if the node's chain has no block: height −1. */
export function EmptyChain() {
  const { t } = useTranslations();
  return (
    <EmptyState title={t('chain.empty')} icon={<Logo size={44} />}>
      <p>{t('chain.emptyText')}</p>
    </EmptyState>
  );
}

/**
 * In place of a list's rows if its page number is too high.
 * @param props.path of the list's first page
 * @param props.text how much the list has
 */
export function PastEnd({ path, text }: { path: string; text: string }) {
  const { t } = useTranslations();
  return (
    <EmptyState
      title={t('common.pastEnd')}
      action={<LinkButton href={path}>{t('common.firstPage')}</LinkButton>}
    >
      <p>{text}</p>
    </EmptyState>
  );
}

/** Lines of the skeleton: as many as the first card of a block or transaction has. */
const LINES = 8;

/** In place of a page's first card until it loads. */
export function LoadingCard() {
  return (
    <Card>
      <div class="c-stack" aria-busy="true">
        {Array.from({ length: LINES }, (_, index) => (
          <Skeleton key={index} width={index % 2 === 0 ? 'long' : 'medium'} />
        ))}
      </div>
    </Card>
  );
}
