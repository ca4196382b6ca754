import { componentTexts, useComponentTexts } from '../language/component-texts.ts';
import type { UiLanguage } from '../language/messages.ts';

export interface AppSwitchProps {
  /** The app that shows the switch. */
  here: 'explorer' | 'wallet';
  /** URL of the other one. */
  href: string;
  /** Where no `LanguageContext` can be, as in an Astro page. */
  language?: UiLanguage | undefined;
}

/**
 * The switch between explorer and wallet in the header of both. The other app opens in a new tab, because leaving the
 * page of an open wallet locks it.
 */
export function AppSwitch({ here, href, language }: AppSwitchProps) {
  const provided = useComponentTexts();
  const { t } = language === undefined ? provided : componentTexts.translationsFor(language);
  return (
    <nav class="c-segmented c-segmented--sm" aria-label={t('apps')}>
      {(['explorer', 'wallet'] as const).map((app) =>
        app === here ? (
          <span key={app} class="c-segmented__option" aria-current="true">
            {t(`app.${app}`)}
          </span>
        ) : (
          <a key={app} class="c-segmented__option" href={href} target="_blank" rel="noopener noreferrer">
            {t(`app.${app}`)}
            <span class="c-visually-hidden"> {t('newTab')}</span>
          </a>
        ),
      )}
    </nav>
  );
}
