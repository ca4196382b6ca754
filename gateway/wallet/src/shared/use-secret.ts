import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 60_000;

/**
 * State for a secret that is shown briefly: dropped after a minute, when the page is hidden, and with the component.
 */
export function useSecret(): [secret: string | undefined, show: (secret: string | undefined) => void] {
  const [secret, setSecret] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (secret === undefined) return undefined;
    const hide = (): void => setSecret(undefined);
    const hideUnseen = (): void => {
      if (document.visibilityState !== 'visible') hide();
    };
    const timer = setTimeout(hide, SHOWN_MS);
    document.addEventListener('visibilitychange', hideUnseen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hideUnseen);
    };
  }, [secret]);
  return [secret, setSecret];
}
