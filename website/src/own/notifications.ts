/** Whether this browser shows notifications of this site; `default` where it has not asked its reader yet. */
export type Permission = NotificationPermission | 'unsupported';

/** The browser's current permission. @returns `unsupported` too where the page is no secure context */
export function permission(): Permission {
  return 'Notification' in globalThis && isSecureContext ? Notification.permission : 'unsupported';
}

/** Asks the reader once, where the browser has not asked yet. To be called on a press. */
export async function askPermission(): Promise<Permission> {
  const now = permission();
  return now === 'default' ? await Notification.requestPermission() : now;
}

/**
 * Shows a notification that leads back to this page.
 * @param tag another one with the same tag takes its place
 * @returns whether the browser took it; some (Chrome on Android) take none from a page
 */
export function showNotification(title: string, body: string, tag: string): boolean {
  if (permission() !== 'granted') return false;
  try {
    const shown = new Notification(title, { body, tag, icon: '/icon-512.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return true;
  } catch {
    return false;
  }
}
