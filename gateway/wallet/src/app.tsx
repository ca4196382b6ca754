import { useEffect } from 'preact/hooks';
import { Shell } from './shared/shell.tsx';
import { ModelContext, useAppState } from './model/context.ts';
import { ChosenFormats } from './shared/formats.tsx';
import { definePart, Lazy } from './shared/lazy.tsx';
import { useScreen } from './shared/route.ts';
import type { Model } from './model/model.ts';
import { FirstRun } from './features/first-run/first-run.tsx';
import { NoAccess } from './features/access/no-access.tsx';
import { Unlock, Unusable } from './features/access/unlock.tsx';

const walletScreens = definePart(async () => (await import('./wallet-screens.tsx')).WalletScreens);

/** The wallet page. */
export function App({ model }: { model: Model }) {
  return (
    <ModelContext.Provider value={model}>
      <ChosenFormats>
        <Phases />
      </ChosenFormats>
    </ModelContext.Provider>
  );
}

/**
 * Fetches the screens of an open wallet at the first key press or touch, such as the first character of the password:
 * until then the page loads as little as possible. If the fetch fails, showing a screen tries again.
 */
function prefetchOnFirstInput(): () => void {
  const stop = new AbortController();
  const fetchScreens = (): void => {
    stop.abort();
    walletScreens.load().catch(() => undefined);
  };
  for (const input of ['keydown', 'pointerdown']) {
    addEventListener(input, fetchScreens, { signal: stop.signal, passive: true });
  }
  return () => stop.abort();
}

function Phases() {
  const { phase, connection, config } = useAppState();
  const screen = useScreen();
  useEffect(() => prefetchOnFirstInput(), []);
  if (phase.name === 'unlocked') {
    return <Lazy part={walletScreens} around={Shell} screen={screen} />;
  }
  if (connection.state === 'no_access') {
    return (
      <Shell>
        <NoAccess why={connection.why} />
      </Shell>
    );
  }
  // Show an empty page until the gateway has accepted or refused this page's session.
  if (connection.state === 'connecting' && config === undefined) return <Shell>{null}</Shell>;
  return (
    <Shell>
      {phase.name === 'first_run' && <FirstRun />}
      {phase.name === 'locked' && <Unlock />}
      {phase.name === 'unusable' && <Unusable />}
    </Shell>
  );
}
