import { useEffect, useState } from 'preact/hooks';
import { chooseTheme, readTheme, THEMES, type Theme } from '../lib/theme.ts';
import { Icon, type IconName } from './icon.tsx';

const OPTIONS: Record<Theme, { label: string; icon: IconName }> = {
  light: { label: 'Light', icon: 'sun' },
  system: { label: 'Same as system', icon: 'screen' },
  dark: { label: 'Dark', icon: 'moon' },
};

/** Light, dark, or the system's theme; remembered in this browser. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(readTheme()), []);
  const choose = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <div class="c-theme" role="radiogroup" aria-label="Colour theme">
      {THEMES.map((option) => (
        <label key={option} class="c-theme__option" title={OPTIONS[option].label}>
          <input
            class="c-theme__input"
            type="radio"
            name="cairn-theme"
            value={option}
            checked={theme === option}
            aria-label={OPTIONS[option].label}
            onChange={() => choose(option)}
          />
          <Icon name={OPTIONS[option].icon} />
        </label>
      ))}
    </div>
  );
}
