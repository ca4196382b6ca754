import { useComponentTexts } from '../language/language.tsx';

export interface AppSwitchProps {
  /** The app that shows the switch. */
  here: 'explorer' | 'wallet';
  /** URL of the other one. */
  href: string;
}

/**
 * The switch between explorer and wallet in the header of both. The other app opens in a new tab, because leaving the
 * page of an open wallet locks it.
 */
export function AppSwitch({ here, href }: AppSwitchProps) {
  const texts = useComponentTexts();
  return (
    <nav class="c-segmented c-segmented--sm" aria-label={texts.apps}>
      {(['explorer', 'wallet'] as const).map((app) =>
        app === here ? (
          <span key={app} class="c-segmented__option" aria-current="true">
            {texts.app[app]}
          </span>
        ) : (
          <a key={app} class="c-segmented__option" href={href} target="_blank" rel="noopener noreferrer">
            {texts.app[app]}
            <span class="c-visually-hidden"> {texts.newTab}</span>
          </a>
        ),
      )}
    </nav>
  );
}
