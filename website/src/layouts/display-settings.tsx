import { chooseUnit, Segmented, ThemeToggle, type Unit, useUnit } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { island } from '../site/island.tsx';
import { chooseTimeZone, type TimeZoneChoice, useTimeZone } from '../site/time-zone.ts';
import { samePageIn } from '../site/url.ts';
import { useTranslations } from '../site/translations.ts';
import type { Locale } from '../site/locale.ts';

/** The header's settings, stored in the browser: time zone, unit of amounts, theme. */
function DisplaySettings() {
  useLanguageLinks();
  useMenus();
  return (
    <div class="display">
      <TimeZoneChoices />
      <UnitChoices />
      <ThemeToggle />
    </div>
  );
}

function TimeZoneChoices() {
  const { t } = useTranslations();
  return (
    <Segmented<TimeZoneChoice>
      label={t('time.zone')}
      options={[
        { value: 'utc', label: t('time.utc'), name: t('time.utcHint') },
        { value: 'local', label: t('time.local'), name: t('time.localHint') },
      ]}
      value={useTimeZone()}
      onChoose={chooseTimeZone}
    />
  );
}

function UnitChoices() {
  const { t } = useTranslations();
  return (
    <Segmented<Unit>
      label={t('unit.label')}
      options={[
        { value: 'crn', label: t('unit.crn') },
        { value: 'pebbles', label: t('unit.pebbles') },
      ]}
      value={useUnit()}
      onChoose={(unit) => chooseUnit(unit)}
    />
  );
}

/**
 * Points a language link to the current URL when it is clicked, because scripts may have changed the URL, and a page of
 * a static host is rendered without it. Also stores the chosen language.
 */
function useLanguageLinks(): void {
  useEffect(() => {
    const onClick = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null;
      if (!(link instanceof HTMLAnchorElement)) return;
      const url = new URL(location.href);
      rememberLanguage(link.dataset['language'] as Locale);
      link.href = samePageIn(link.dataset['language'] as Locale, url) + url.hash;
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}

/** Closes the header's menus on a click outside them and on Escape. */
function useMenus(): void {
  useEffect(() => {
    const close = (inside: Element | null, hasFocus: boolean) => {
      for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.site-menu[open]')) {
        if (menu.contains(inside)) continue;
        if (hasFocus && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
        menu.open = false;
      }
    };
    const onPress = ({ target }: Event) => close(target instanceof Element ? target : null, false);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close(null, true);
    };
    document.addEventListener('click', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** Stores the language for `language-boot.js`, which redirects URLs without a language. */
function rememberLanguage(language: Locale): void {
  try {
    localStorage.setItem('cairn-language', language);
  } catch {
    // A privacy setting forbids storage: the language is then only in the URLs.
  }
}

export default island(DisplaySettings);
