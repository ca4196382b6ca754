import { chooseUnit, Segmented, ThemeToggle, type Unit, useUnit } from '@cairn/ui';
import { chooseTimeZone, type TimeZoneChoice, useTimeZone } from '../site/time-zone.ts';
import { useTranslations } from '../site/translations.ts';

/** The settings that the browser stores: time zone, unit of amounts, theme. */
export function DisplayChoices() {
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
