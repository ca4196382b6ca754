import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { classes, Segmented, useStore } from '@cairn/ui';
import { t } from './texts.ts';
import { useModel } from '../model/context.ts';
import { LANGUAGES } from '@cairn/ui/messages.js';

/**
 * A screen with its heading. The heading gets the focus when the screen appears, so that keyboard users start there.
 */
export function Screen(props: {
  title: string;
  /**
   * `narrow` for forms and lists of facts; `slim` for screens before the wallet is open, which also offer the choice of
   * language; by default the screen is as wide as the page.
   */
  width?: 'narrow' | 'slim';
  /** True if the first field gets the focus instead of the heading. */
  focusField?: boolean;
  /** Above the heading. */
  picture?: ComponentChildren;
  /** Right of the heading. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, width, focusField = false, picture, actions, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = t('common.title', { screen: title });
    const field = focusField ? root.current?.querySelector('input') : undefined;
    (field ?? heading.current)?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [title, focusField]);
  useEffect(() => keepFocus(root.current!, heading.current!), []);
  return (
    <div ref={root} class={classes('w-screen', width !== undefined && `w-screen--${width}`)}>
      {picture}
      <div class="c-row c-row--between w-screen__head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
      {width === 'slim' && (
        <div class="c-center">
          <LanguageChoice />
        </div>
      )}
    </div>
  );
}

/**
 * Gives the focus to the heading when the focused element of the screen disappears, such as a button that has done its work,
 * and nothing else takes the focus. Returns a function that ends this.
 */
function keepFocus(screen: HTMLElement, heading: HTMLElement): () => void {
  let focused: EventTarget | null = null;
  const note = ({ target }: FocusEvent): void => void (focused = target);
  const observer = new MutationObserver(() => {
    if (!(focused instanceof Element) || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  });
  screen.addEventListener('focusin', note);
  observer.observe(screen, { childList: true, subtree: true });
  return () => {
    screen.removeEventListener('focusin', note);
    observer.disconnect();
  };
}

/** Switches the language of the page. */
export function LanguageChoice() {
  const { settings } = useModel();
  return (
    <Segmented
      label={t('settings.language')}
      options={LANGUAGES.map((value) => ({
        value,
        label: <span lang={value}>{t(`settings.language.${value}`)}</span>,
      }))}
      value={useStore(settings.language)}
      onChoose={settings.language.choose}
    />
  );
}
