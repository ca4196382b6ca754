import { useEffect, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/language.tsx';
import { chooseTheme, readTheme, type Theme, THEME_EVENT, THEMES } from '../lib/theme.ts';
import { Icon, type IconName } from './icon.tsx';
import { Segmented } from './segmented.tsx';

const ICONS: Record<Theme, IconName> = { light: 'sun', system: 'screen', dark: 'moon' };

/** A choice of light, dark or the system's theme, saved in this browser. */
export function ThemeToggle() {
  const texts = useComponentTexts();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    // Read again when Back restores the page: another page may have changed the theme.
    const read = () => setTheme(readTheme());
    read();
    for (const event of [THEME_EVENT, 'pageshow']) addEventListener(event, read);
    return () => {
      for (const event of [THEME_EVENT, 'pageshow']) removeEventListener(event, read);
    };
  }, []);
  return (
    <Segmented
      label={texts.theme}
      options={THEMES.map((value) => ({
        value,
        label: <Icon name={ICONS[value]} />,
        name: texts.themes[value],
      }))}
      value={theme}
      onChoose={(next) => chooseTheme(next)}
    />
  );
}
