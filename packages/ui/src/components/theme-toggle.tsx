import { useComponentTexts } from '../language/component-texts.ts';
import { type Theme, themeSetting } from '../lib/settings.ts';
import { Icon, type IconName } from './icon.tsx';
import { Segmented } from './segmented.tsx';

const ICONS: Record<Theme, IconName> = { light: 'sun', system: 'screen', dark: 'moon' };

/** A choice of light, dark or the system's theme, saved in this browser. */
export function ThemeToggle() {
  const { t } = useComponentTexts();
  return (
    <Segmented
      label={t('theme')}
      options={themeSetting.values.map((value) => ({
        value,
        label: <Icon name={ICONS[value]} />,
        name: t(`theme.${value}`),
      }))}
      value={themeSetting.use()}
      onChoose={themeSetting.choose}
    />
  );
}
