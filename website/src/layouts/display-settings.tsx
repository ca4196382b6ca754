import { useEffect, useRef, useState } from 'preact/hooks';
import { island } from '../site/island.tsx';
import { samePageIn } from '../site/url.ts';
import { type Locale, rememberLanguage } from '../site/locale.ts';
import type * as Choices from './display-choices.tsx';

/** The script of the header's menus, with the settings of the display, which are loaded for a menu that is pointed at or opened. */
function DisplaySettings() {
  useLanguageLinks();
  useMenus();
  const place = useRef<HTMLDivElement>(null);
  const [choices, setChoices] = useState<typeof Choices>();
  useEffect(() => {
    const menu = place.current!.closest('details')!;
    const load = () => void import('./display-choices.tsx').then(setChoices);
    if (menu.open) load();
    for (const event of ['toggle', 'pointerenter']) menu.addEventListener(event, load, { once: true });
  }, []);
  return <div ref={place}>{choices && <choices.DisplayChoices />}</div>;
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
      for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.site-menu[open]')) {
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

export default island(DisplaySettings);
