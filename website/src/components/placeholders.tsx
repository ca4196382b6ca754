import { Card, EmptyState, LinkButton, Logo, Skeleton } from '@cairn/ui';
import { useTranslations } from '../messages/translations.ts';

/** Shown instead of a page's content if the node's chain has no block, so its height is −1. */
export function EmptyChain() {
  const { t } = useTranslations();
  return (
    <EmptyState title={t('chain.empty')} icon={<Logo size={44} />}>
      <p>{t('chain.emptyText')}</p>
    </EmptyState>
  );
}

/**
 * Shown instead of a list's rows if the page number in the URL is too high.
 * @param props.path path of the list's first page
 * @param props.text a sentence with the number of rows in the list
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

/** Lines of the skeleton: as many as the card with a block's header has. */
const LINES = 8;

/** Shown instead of a page's first card until it loads. */
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
