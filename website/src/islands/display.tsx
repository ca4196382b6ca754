import { chooseUnit, Segmented, ThemeToggle, type Unit, useUnit } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { island } from '../frame/island.tsx';
import { chooseTimeZone, type TimeZoneChoice, useTimeZone } from '../frame/time-zone.ts';
import { samePlaceIn } from '../lib/places.ts';
import { useWords } from '../messages/words.ts';
import type { Locale } from '../messages/locale.ts';

/** The header's choices, kept in this browser: zone of the times, unit of the amounts, theme. */
function Display() {
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
  const { t } = useWords();
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
  const { t } = useWords();
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

/** The links to the other language follow the address bar, which lists change and a static host decides. */
function useLanguageLinks(): void {
  useEffect(() => {
    const follow = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null;
      if (!(link instanceof HTMLAnchorElement)) return;
      const url = new URL(location.href);
      rememberLanguage(link.dataset['language'] as Locale);
      link.href = samePlaceIn(link.dataset['language'] as Locale, url) + url.hash;
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, []);
}

/** The header's menus close as menus do: by a press elsewhere, and by Escape. */
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

/** `frame/language-boot.js` reads the same key, before a page without a language in its address shows. */
function rememberLanguage(language: Locale): void {
  try {
    localStorage.setItem('cairn-language', language);
  } catch {
    // Storage can be forbidden (a privacy setting): the language then stays in the addresses alone.
  }
}

export default island(Display);
