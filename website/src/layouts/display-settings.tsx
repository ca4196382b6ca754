import { Segmented, ThemeToggle, useComponentTexts } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { island } from '../site/island.tsx';
import { samePageIn } from '../site/url.ts';
import type { Locale } from '../site/locale.ts';
import { keysSetting, rememberLanguage, zoneSetting } from '../site/settings.ts';
import { useTranslations } from '../site/translations.ts';

/** The script of the header's menus, with the settings of the display. */
function DisplaySettings() {
  useLanguageLinks();
  useMenus();
  return <DisplayChoices />;
}

export default island(DisplaySettings);

/** The settings that the browser stores: time zone, single keys, theme. */
function DisplayChoices() {
  const { t } = useTranslations();
  const { t: ui } = useComponentTexts();
  return (
    <div class="display__choices needs-script">
      <Row label={t('time.zone')}>
        <Segmented
          label={t('time.zone')}
          options={zoneSetting.values.map((value) => ({
            value,
            label: t(`time.${value}`),
            name: t(`time.${value}Hint`),
          }))}
          value={zoneSetting.use()}
          onChoose={zoneSetting.choose}
        />
      </Row>
      <div class="display__choices display__keys">
        <Row label={t('keys.label')}>
          <Segmented
            label={t('keys.label')}
            options={keysSetting.values.map((value) => ({ value, label: t(`keys.${value}`) }))}
            value={keysSetting.use()}
            onChoose={keysSetting.choose}
          />
        </Row>
      </div>
      <Row label={ui('theme')}>
        <ThemeToggle />
      </Row>
    </div>
  );
}

/** Each control names itself to screen readers. */
function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      <span aria-hidden="true">{label}</span>
      {children}
    </>
  );
}

/**
 * Points a language link to the current URL when it is clicked, because scripts may have changed the URL, and a page of
 * a static host is rendered without it. Also stores the chosen language.
 */
function useLanguageLinks(): void {
  useEffect(() => {
    const onClick = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null;
      if (!(link instanceof HTMLAnchorElement)) return;
      const url = new URL(location.href);
      rememberLanguage(link.dataset['language'] as Locale);
      link.href = samePageIn(link.dataset['language'] as Locale, url) + url.hash;
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}

/** Closes the header's menus on a click outside them and on Escape. */
function useMenus(): void {
  useEffect(() => {
    const close = (inside: Element | null, hasFocus: boolean) => {
      for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.c-menu[open]')) {
        if (menu.contains(inside)) continue;
        if (hasFocus && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
        menu.open = false;
      }
    };
    const onPress = ({ target }: Event) => close(target instanceof Element ? target : null, false);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close(null, true);
    };
    document.addEventListener('click', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
