import { useTranslations } from './translations.ts';

export interface ChoiceProps {
  /** Accessible name of the choice. */
  label: string;
  options: readonly { text: string; href: string; isChosen: boolean }[];
}

/** A choice between pages, made of links so that each option has a URL and works without JavaScript. */
export function Choice({ label, options }: ChoiceProps) {
  return (
    <nav class="c-segmented" aria-label={label}>
      {options.map(({ text, href, isChosen }) => (
        <a key={href} class="c-segmented__option" href={href} aria-current={isChosen ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

const STATISTICS = ['statistics', 'charts', 'supply', 'miners'] as const;

/** The pages of the section Statistics. @param props.here the page that is shown */
export function StatisticsNav({ here }: { here: (typeof STATISTICS)[number] }) {
  const { t, link } = useTranslations();
  return (
    <Choice
      label={t('page.statistics')}
      options={STATISTICS.map((page) => ({
        text: t(page === 'statistics' ? 'statistics.overview' : `page.${page}`),
        href: link.page(`/${page}`),
        isChosen: page === here,
      }))}
    />
  );
}
