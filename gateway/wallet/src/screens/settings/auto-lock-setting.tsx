import { SelectField } from '../../components/select-field.tsx';
import { SettingRow } from '../../components/setting-row.tsx';
import { useModel, useSettings } from '../../lib/context.ts';
import { AUTO_LOCK_MINUTES } from '../../lib/settings.ts';
import { t } from '../../messages/messages.ts';

/** How long an open wallet stays open without a sign of its owner. */
export function AutoLockSetting() {
  const { settings } = useModel();
  const { autoLockMinutes } = useSettings();
  const choose = (value: string): void => {
    const minutes = AUTO_LOCK_MINUTES.find((known) => String(known) === value);
    if (minutes !== undefined) settings.change({ autoLockMinutes: minutes });
  };
  return (
    <SettingRow label={t('settings.autoLock')} hint={t('settings.autoLockHint')}>
      <SelectField
        label={t('settings.autoLock')}
        hideLabel
        value={String(autoLockMinutes)}
        options={AUTO_LOCK_MINUTES.map((minutes) => ({ value: String(minutes), label: spanOf(minutes) }))}
        onChange={choose}
      />
    </SettingRow>
  );
}

function spanOf(minutes: number): string {
  return minutes % 60 === 0
    ? t('settings.hours', { count: minutes / 60 })
    : t('settings.minutes', { count: minutes });
}
