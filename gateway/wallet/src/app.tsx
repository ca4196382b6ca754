import { LanguageProvider, TimeContext, UnitContext } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Shell } from './components/shell.tsx';
import { ModelContext, useAppState, useSettings } from './lib/context.ts';
import { definePart, Lazy } from './lib/lazy.tsx';
import { useScreen } from './lib/route.ts';
import { switchLanguage, currentLanguage } from './messages/messages.ts';
import type { Model } from './model/model.ts';
import { FirstRun } from './screens/first-run/first-run.tsx';
import { NoAccess } from './screens/no-access.tsx';
import { Unlock } from './screens/unlock.tsx';
import { Unusable } from './screens/unusable.tsx';

const openScreen = definePart(async () => (await import('./open-screens.tsx')).OpenScreen);

/** The wallet page. */
export function App({ model }: { model: Model }) {
  return (
    <ModelContext.Provider value={model}>
      <ChosenLanguage>
        <ChosenFormats>
          <Phases />
        </ChosenFormats>
      </ChosenLanguage>
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
    openScreen.load().catch(() => undefined);
  };
  for (const input of ['keydown', 'pointerdown']) {
    addEventListener(input, fetchScreens, { signal: stop.signal, passive: true });
  }
  return () => stop.abort();
}

/** Applies the chosen language; a change renders all children again. */
function ChosenLanguage({ children }: { children: ComponentChildren }) {
  const { language } = useSettings();
  const [current, setCurrent] = useState(currentLanguage);
  useEffect(() => {
    let wanted = language !== current;
    // If the catalogue cannot be loaded, the page keeps its language.
    if (wanted)
      switchLanguage(language).then(
        () => wanted && setCurrent(language),
        () => undefined,
      );
    return () => {
      wanted = false;
    };
  }, [language]);
  return (
    <LanguageProvider language={current} key={current}>
      {children}
    </LanguageProvider>
  );
}

/** Applies the chosen unit to amounts and the chosen time zone to exact times. */
function ChosenFormats({ children }: { children: ComponentChildren }) {
  const { unit, timeZone: zone } = useSettings();
  const times = useMemo(() => ({ zone, renderedAtSeconds: undefined }), [zone]);
  return (
    <UnitContext.Provider value={unit}>
      <TimeContext.Provider value={times}>{children}</TimeContext.Provider>
    </UnitContext.Provider>
  );
}

function Phases() {
  const { phase, connection, config, launchResult } = useAppState();
  const screen = useScreen();
  useEffect(() => prefetchOnFirstInput(), []);
  if (phase.name === 'unlocked') {
    return (
      <Shell screen={screen}>
        <Lazy part={openScreen} screen={screen} />
      </Shell>
    );
  }
  if (connection.state === 'session_refused') {
    return (
      <Shell screen={undefined}>
        <NoAccess launchResult={launchResult} />
      </Shell>
    );
  }
  // Show an empty page until the gateway has accepted or refused this page's session.
  if (connection.state === 'connecting' && config === undefined)
    return <Shell screen={undefined}>{null}</Shell>;
  return (
    <Shell screen={undefined}>
      {phase.name === 'first_run' && <FirstRun />}
      {phase.name === 'locked' && <Unlock />}
      {phase.name === 'unusable' && <Unusable code={phase.code} />}
    </Shell>
  );
}
