import { Button, Card, Segmented, ThemeToggle, UNITS } from '@cairn/ui';
import { SelectField } from '../../shared/fields.tsx';
import { LanguageChoice, Screen } from '../../shared/screen.tsx';
import { useModel, useSettings } from '../../model/context.ts';
import { AUTO_LOCK_MINUTES, TIME_ZONES } from '../../model/settings.ts';
import { KeptBrowsers } from '../access/index.ts';
import { Row } from './row.tsx';
import { Security } from './security.tsx';
import { t } from './texts.ts';

/** Settings, security, and removal of the wallet. */
export function Settings() {
  const { settings, vault } = useModel();
  const { unit, timeZone, autoLockMinutes } = useSettings();
  return (
    <Screen title={t('shell.settings')} width="narrow">
      <Card title={t('settings.display')} flush>
        <div class="c-rows">
          <Row title={t('settings.language')}>
            <LanguageChoice />
          </Row>
          <Row title={t('settings.theme')}>
            <ThemeToggle />
          </Row>
          <Row title={t('settings.unit')} text={t('settings.unitHint')}>
            <Segmented
              label={t('settings.unit')}
              options={UNITS.map((value) => ({ value, label: t(`settings.unit.${value}`) }))}
              value={unit}
              onChoose={(chosen) => settings.change({ unit: chosen })}
            />
          </Row>
          <Row title={t('settings.times')} text={t('settings.timesHint')}>
            <Segmented
              label={t('settings.times')}
              options={TIME_ZONES.map((value) => ({ value, label: t(`settings.times.${value}`) }))}
              value={timeZone}
              onChoose={(chosen) => settings.change({ timeZone: chosen })}
            />
          </Row>
          <Switch setting="hideAmounts" title={t('shell.hideAmounts')} text={t('settings.privacyHint')} />
        </div>
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
        <div class="c-rows">
          <Row title={t('settings.autoLock')} text={t('settings.autoLockHint')}>
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
                settings.change({
                  autoLockMinutes: AUTO_LOCK_MINUTES.find((known) => String(known) === value)!,
                })
              }
            />
          </Row>
          <Switch setting="keepOpen" title={t('settings.keepOpen')} text={t('settings.keepOpenHint')} />
          <Security />
        </div>
      </Card>
      <KeptBrowsers />
    </Screen>
  );
}

/** The row of a setting that is on or off. */
function Switch(props: { setting: 'hideAmounts' | 'keepOpen'; title: string; text: string }) {
  const { setting, title, text } = props;
  const { settings } = useModel();
  return (
    <Row title={title} text={text}>
      <input
        type="checkbox"
        role="switch"
        aria-label={title}
        checked={useSettings()[setting]}
        onChange={(event) => settings.change({ [setting]: event.currentTarget.checked })}
      />
    </Row>
  );
}
