import { Button, Card, Segmented, type Setting, ThemeToggle, useStore } from '@cairn/ui';
import { SelectField } from '../../shared/fields.tsx';
import { LanguageChoice, Screen } from '../../shared/screen.tsx';
import { useModel } from '../../model/context.ts';
import { KeptBrowsers } from '../access/index.ts';
import { Row } from './row.tsx';
import { Security } from './security.tsx';
import { t } from './texts.ts';

/** Settings, security, and removal of the wallet. */
export function Settings() {
  const { settings, vault } = useModel();
  const minutes = settings.autoLockMinutes;
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
              options={settings.unit.values.map((value) => ({ value, label: t(`settings.unit.${value}`) }))}
              value={useStore(settings.unit)}
              onChoose={settings.unit.choose}
            />
          </Row>
          <Row title={t('settings.times')} text={t('settings.timesHint')}>
            <Segmented
              label={t('settings.times')}
              options={settings.timeZone.values.map((value) => ({
                value,
                label: t(`settings.times.${value}`),
              }))}
              value={useStore(settings.timeZone)}
              onChoose={settings.timeZone.choose}
            />
          </Row>
          <Switch
            setting={settings.hideAmounts}
            title={t('shell.hideAmounts')}
            text={t('settings.privacyHint')}
          />
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
              value={String(useStore(minutes))}
              options={minutes.values.map((count) => ({
                value: String(count),
                label:
                  count % 60 === 0
                    ? t('settings.hours', { count: count / 60 })
                    : t('settings.minutes', { count }),
              }))}
              onChange={(value) => minutes.choose(minutes.values.find((known) => String(known) === value)!)}
            />
          </Row>
          <Switch
            setting={settings.keepOpen}
            title={t('settings.keepOpen')}
            text={t('settings.keepOpenHint')}
          />
          <Security />
        </div>
      </Card>
      <KeptBrowsers />
    </Screen>
  );
}

/** The row of a setting that is on or off. */
function Switch(props: { setting: Setting<boolean>; title: string; text: string }) {
  const { setting, title, text } = props;
  return (
    <Row title={title} text={text}>
      <input
        type="checkbox"
        role="switch"
        aria-label={title}
        checked={useStore(setting)}
        onChange={(event) => setting.choose(event.currentTarget.checked)}
      />
    </Row>
  );
}
