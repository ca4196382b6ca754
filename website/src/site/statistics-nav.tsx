import { Choice } from './choice.tsx';
import { useTranslations } from './translations.ts';

const PAGES = ['statistics', 'charts', 'supply', 'miners'] as const;

/** The pages of the section Statistics. @param props.here the page that is shown */
export function StatisticsNav({ here }: { here: (typeof PAGES)[number] }) {
  const { t, link } = useTranslations();
  return (
    <Choice
      label={t('nav.statistics')}
      options={PAGES.map((page) => ({
        text: t(`statistics.page.${page}`),
        href: link.page(`/${page}`),
        isChosen: page === here,
      }))}
    />
  );
}
