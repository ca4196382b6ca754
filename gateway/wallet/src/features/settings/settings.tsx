import { Button, Card, Segmented, ThemeToggle, UNITS } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { SelectField } from '../../shared/fields.tsx';
import { LanguageChoice, Screen } from '../../shared/screen.tsx';
import { useModel, useSettings } from '../../model/context.ts';
import { AUTO_LOCK_MINUTES, type Settings as Values, TIME_ZONES } from '../../model/settings.ts';
import { KeptBrowsers } from '../access/index.ts';
import { Security } from './security.tsx';
import { t } from './texts.ts';

/** Settings, security, and removal of the wallet. */
export function Settings() {
  const { vault } = useModel();
  return (
    <Screen title={t('shell.settings')} width="narrow">
      <Card title={t('settings.display')} flush>
        <DisplaySettings />
      </Card>
      <Card
        title={t('security.title')}
        actions={
          <Button size="sm" onClick={() => vault.lock()}>
            {t('security.lockNow')}
          </Button>
        }
        flush
      >
        <LockSettings />
        <Security />
      </Card>
      <KeptBrowsers />
    </Screen>
  );
}

/** Language, theme, unit, times and privacy mode. */
function DisplaySettings() {
  const { settings } = useModel();
  const { unit, timeZone } = useSettings();
  return (
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
      <SwitchRow setting="hideAmounts" label={t('shell.hideAmounts')} hint={t('settings.privacyHint')} />
    </div>
  );
}

/** The time without activity after which an open wallet locks itself, and whether it stays open on a reload. */
function LockSettings() {
  const { settings } = useModel();
  const { autoLockMinutes } = useSettings();
  return (
    <div class="c-rows">
      <SettingRow label={t('settings.autoLock')} hint={t('settings.autoLockHint')}>
        <SelectField
          label={t('settings.autoLock')}
          value={String(autoLockMinutes)}
          options={AUTO_LOCK_MINUTES.map((minutes) => ({
            value: String(minutes),
            label:
              minutes % 60 === 0
                ? t('settings.hours', { count: minutes / 60 })
                : t('settings.minutes', { count: minutes }),
          }))}
          onChange={(value) =>
            settings.change({ autoLockMinutes: AUTO_LOCK_MINUTES.find((known) => String(known) === value)! })
          }
        />
      </SettingRow>
      <SwitchRow setting="keepOpen" label={t('settings.keepOpen')} hint={t('settings.keepOpenHint')} />
    </div>
  );
}

/** A row with the name and explanation of a setting, and its control beside or below. */
function SettingRow(props: { label: string; hint?: string; children: ComponentChildren }) {
  return (
    <div class="c-row c-row--between w-setting">
      <div class="c-lines">
        <span class="c-strong">{props.label}</span>
        {props.hint !== undefined && <span class="c-faint c-small">{props.hint}</span>}
      </div>
      <div>{props.children}</div>
    </div>
  );
}

/** The row of a setting that is on or off. */
function SwitchRow(props: {
  setting: keyof Pick<Values, 'hideAmounts' | 'keepOpen'>;
  label: string;
  hint: string;
}) {
  const { setting, label, hint } = props;
  const { settings } = useModel();
  return (
    <SettingRow label={label} hint={hint}>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={useSettings()[setting]}
        onChange={(event) => settings.change({ [setting]: event.currentTarget.checked })}
      />
    </SettingRow>
  );
}
