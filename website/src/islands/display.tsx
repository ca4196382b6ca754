import { chooseUnit, Segmented, ThemeToggle, type Unit, useUnit } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { island } from '../frame/island.tsx';
import { chooseTimeZone, type TimeZoneChoice, useTimeZone } from '../frame/time-zone.ts';
import { samePlaceIn } from '../lib/places.ts';
import { useWords } from '../messages/context.tsx';
import type { Locale } from '../messages/locale.ts';

/** The footer's choices, kept in this browser: zone of the times, unit of the amounts, theme. */
function Display() {
  useLanguageLinks();
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
      link.href = samePlaceIn(link.dataset['language'] as Locale, url) + url.hash;
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, []);
}

export default island(Display);
