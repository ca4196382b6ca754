import { AppSwitch, LanguageProvider, type UiLanguage } from '@cairn/ui';

/** The switch to the wallet in the page's language: an Astro page passes no context to what it renders. */
export function ExplorerSwitch({ language, href }: { language: UiLanguage; href: string }) {
  return (
    <LanguageProvider language={language}>
      <AppSwitch here="explorer" href={href} />
    </LanguageProvider>
  );
}
