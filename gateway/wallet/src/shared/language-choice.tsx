import { Segmented, type UiLanguage } from '@cairn/ui';
import { useModel, useSettings } from '../wallet/context.ts';
import { LANGUAGES } from '@cairn/ui/messages.js';
import { t } from './texts.ts';

/** Message keys of the languages' names. Each name is in its own language, so that speakers of the language find it. */
const NAMES: Readonly<Record<UiLanguage, 'settings.english' | 'settings.german'>> = {
  en: 'settings.english',
  de: 'settings.german',
};

/** Switches the language of the page. */
export function LanguageChoice() {
  const { settings } = useModel();
  return (
    <Segmented
      label={t('settings.language')}
      options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{t(NAMES[value])}</span> }))}
      value={useSettings().language}
      onChoose={(language) => settings.change({ language })}
    />
  );
}
