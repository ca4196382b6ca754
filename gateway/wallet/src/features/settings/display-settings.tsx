import { Card, Segmented, ThemeToggle, UNITS } from '@cairn/ui';
import { LanguageChoice } from '../../shared/language-choice.tsx';
import { SettingRow, Switch } from './setting-row.tsx';
import { useModel, useSettings } from '../../wallet/context.ts';
import { TIME_ZONES } from '../../wallet/settings.ts';
import { t } from './texts.ts';

/** Card with the settings for language, theme, unit, times and privacy mode. */
export function DisplaySettings() {
  const { settings } = useModel();
  const { unit, timeZone, hideAmounts } = useSettings();
  return (
    <Card title={t('settings.display')} flush>
      <div class="c-rows">
        <SettingRow label={t('settings.language')}>
          <LanguageChoice />
        </SettingRow>
        <SettingRow label={t('settings.theme')}>
          <ThemeToggle />
        </SettingRow>
        <SettingRow label={t('settings.unit')} hint={t('settings.unitHint')}>
          <Segmented
            label={t('settings.unit')}
            options={UNITS.map((value) => ({ value, label: t(`settings.unit.${value}`) }))}
            value={unit}
            onChoose={(chosen) => settings.change({ unit: chosen })}
          />
        </SettingRow>
        <SettingRow label={t('settings.times')} hint={t('settings.timesHint')}>
          <Segmented
            label={t('settings.times')}
            options={TIME_ZONES.map((value) => ({ value, label: t(`settings.times.${value}`) }))}
            value={timeZone}
            onChoose={(chosen) => settings.change({ timeZone: chosen })}
          />
        </SettingRow>
        <SettingRow label={t('shell.hideAmounts')} hint={t('settings.privacyHint')}>
          <Switch
            label={t('shell.hideAmounts')}
            on={hideAmounts}
            onChange={(on) => settings.change({ hideAmounts: on })}
          />
        </SettingRow>
      </div>
    </Card>
  );
}
