import { Icon, LinkButton } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';

export interface PagerProps {
  /** Name of the list, for the navigation: `Transactions`. */
  label: string;
  /** Position of this page: `1–25 of 300`. */
  position: string;
  previous: { href: string | undefined; text: string };
  next: { href: string | undefined; text: string };
}

/** Links to the neighbouring pages; real links, so that back, forward and a copied address work. */
export function Pager({ label, position, previous, next }: PagerProps) {
  const { t } = useWords();
  return (
    <nav class="pager" aria-label={t('common.pages', { label })}>
      <LinkButton size="sm" href={previous.href} rel="prev">
        <Icon name="chevron-left" />
        {previous.text}
      </LinkButton>
      <span class="pager__position">{position}</span>
      <LinkButton size="sm" href={next.href} rel="next">
        {next.text}
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
}
