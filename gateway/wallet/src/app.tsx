import { Shell } from './components/shell.tsx';
import { ModelContext, useAppState } from './lib/context.ts';
import { useScreen, type Screen } from './lib/route.ts';
import type { Model } from './model/model.ts';
import { Activity } from './screens/activity.tsx';
import { FirstRun } from './screens/first-run/first-run.tsx';
import { NoAccess } from './screens/no-access.tsx';
import { Node } from './screens/node.tsx';
import { Overview } from './screens/overview.tsx';
import { Receive } from './screens/receive.tsx';
import { Send } from './screens/send/send.tsx';
import { Settings } from './screens/settings.tsx';
import { Unlock } from './screens/unlock.tsx';
import { Unusable } from './screens/unusable.tsx';

/** The wallet page. */
export function App({ model }: { model: Model }) {
  return (
    <ModelContext.Provider value={model}>
      <Phases />
    </ModelContext.Provider>
  );
}

function Phases() {
  const { phase, link, config, entry } = useAppState();
  const screen = useScreen();
  if (phase.name === 'unlocked') {
    return (
      <Shell screen={screen}>
        <OpenScreen screen={screen} />
      </Shell>
    );
  }
  if (link.state === 'session_refused') {
    return (
      <Shell screen={undefined}>
        <NoAccess entry={entry} />
      </Shell>
    );
  }
  // Whether the gateway lets this page in is known in a moment: nothing is offered before.
  if (link.state === 'connecting' && config === undefined) return <Shell screen={undefined}>{null}</Shell>;
  return (
    <Shell screen={undefined}>
      {phase.name === 'first_run' && <FirstRun />}
      {phase.name === 'locked' && <Unlock />}
      {phase.name === 'unusable' && <Unusable code={phase.code} />}
    </Shell>
  );
}

const SCREENS: Readonly<Record<Screen, () => preact.JSX.Element>> = {
  overview: Overview,
  send: Send,
  receive: Receive,
  activity: Activity,
  node: Node,
  settings: Settings,
};

function OpenScreen({ screen }: { screen: Screen }) {
  const Content = SCREENS[screen];
  return <Content />;
}
