import { useEffect, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/language.tsx';
import { chooseTheme, readTheme, THEME_EVENT, THEMES, type Theme } from '../lib/theme.ts';
import { Icon, type IconName } from './icon.tsx';

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
  const choose = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <div class="c-theme" role="radiogroup" aria-label={texts.theme}>
      {THEMES.map((option) => (
        <label key={option} class="c-theme__option" title={texts.themes[option]}>
          <input
            class="c-theme__input"
            type="radio"
            name="cairn-theme"
            value={option}
            checked={theme === option}
            aria-label={texts.themes[option]}
            onChange={() => choose(option)}
          />
          <Icon name={ICONS[option]} />
        </label>
      ))}
    </div>
  );
}
