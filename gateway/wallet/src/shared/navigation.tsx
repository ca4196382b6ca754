import { classes } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announceReselection, hrefOf, type Screen } from './route.ts';
import { useClosing } from './use-closing.ts';
import { WalletIcon } from './wallet-icon.tsx';
import { t } from './texts.ts';

/** Screens whose links are always visible in a phone's navigation bar. */
const FIRST = ['overview', 'send', 'receive', 'activity'] as const satisfies readonly Screen[];

/** Screens whose links a phone shows in the menu “More”. */
const REST = ['accounts', 'contacts', 'scan', 'messages', 'settings'] as const satisfies readonly Screen[];

/** The navigation of an open wallet: a column beside the screen, or a bar at the bottom of a phone. */
export function Navigation({ current }: { current: Screen }) {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLElement>(null);
  useClosing(container, open, () => setOpen(false));
  useEffect(() => setOpen(false), [current]);
  return (
    <nav class="w-nav" aria-label={t('shell.navigation')} ref={container}>
      <ul class="w-nav__list w-nav__bar">
        {FIRST.map((screen) => (
          <NavItem key={screen} screen={screen} current={current} />
        ))}
        <li class="w-nav__more">
          <button
            type="button"
            class="w-nav__link"
            aria-expanded={open}
            aria-controls="more-screens"
            data-current={REST.some((screen) => screen === current) || undefined}
            onClick={() => setOpen(!open)}
          >
            <WalletIcon name="more" />
            <span>{t('shell.more')}</span>
          </button>
        </li>
      </ul>
      <ul class={classes('w-nav__list w-nav__rest', open && 'w-popover')} id="more-screens">
        {REST.map((screen) => (
          <NavItem key={screen} screen={screen} current={current} onGo={() => setOpen(false)} />
        ))}
      </ul>
    </nav>
  );
}

function NavItem(props: {
  screen: (typeof FIRST | typeof REST)[number];
  current: Screen;
  onGo?: () => void;
}) {
  const { screen, current, onGo } = props;
  return (
    <li>
      <a
        class="w-nav__link"
        href={hrefOf(screen)}
        aria-current={screen === current ? 'page' : undefined}
        onClick={() => {
          onGo?.();
          if (screen === current) announceReselection();
        }}
      >
        <WalletIcon name={screen} />
        <span>{t(`shell.${screen}`)}</span>
      </a>
    </li>
  );
}
