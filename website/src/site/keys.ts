import { useLayoutEffect } from 'preact/hooks';
import { keysSetting } from './settings.ts';

/** What has keys of its own: fields, sliders, dialogs, parts that scroll. */
const OWN_KEYS = 'input, textarea, select, dialog, [contenteditable], [role="slider"], [tabindex="0"]';

/**
 * Calls back when a key is pressed alone, unless the reader has switched that off or something has it that takes keys itself;
 * `Ctrl+k` (also ⌘) counts always. A key that is held down counts once.
 */
export function useKeys(actions: Readonly<Record<string, () => unknown>>): void {
  // At once: the key that is pressed as soon as the page is ready counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isAlone = !ctrlKey && !metaKey && !(target instanceof Element && target.closest(OWN_KEYS));
      const name = ctrlKey || metaKey ? `Ctrl+${key.toLowerCase()}` : key;
      const action = actions[name];
      const isArrow = shiftKey && key.startsWith('Arrow');
      if (action === undefined || altKey || isArrow || event.defaultPrevented) return;
      if (name === key && (!isAlone || keysSetting.get() === 'off')) return;
      event.preventDefault();
      if (!event.repeat) action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
