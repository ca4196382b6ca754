import { chooseUnit, Segmented, ThemeToggle, type Unit, useComponentTexts, useUnit } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { chooseTimeZone, type TimeZoneChoice, useTimeZone } from '../site/time-zone.ts';
import { useTranslations } from '../site/translations.ts';

/** The settings that the browser stores: time zone, unit of amounts, theme. */
export function DisplayChoices() {
  const { t } = useTranslations();
  const { theme } = useComponentTexts();
  return (
    <div class="display">
      <Row label={t('time.zone')}>
        <Segmented<TimeZoneChoice>
          label={t('time.zone')}
          options={[
            { value: 'utc', label: t('time.utc'), name: t('time.utcHint') },
            { value: 'local', label: t('time.local'), name: t('time.localHint') },
          ]}
          value={useTimeZone()}
          onChoose={chooseTimeZone}
        />
      </Row>
      <Row label={t('unit.label')}>
        <Segmented<Unit>
          label={t('unit.label')}
          options={[
            { value: 'crn', label: t('unit.crn') },
            { value: 'pebbles', label: t('unit.pebbles') },
          ]}
          value={useUnit()}
          onChoose={(unit) => chooseUnit(unit)}
        />
      </Row>
      <Row label={theme}>
        <ThemeToggle />
      </Row>
    </div>
  );
}

/** Each control names itself to screen readers. */
function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="display__row">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}
