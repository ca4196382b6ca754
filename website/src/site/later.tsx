import { LabelsContext, TimeContext, UsualNamesContext } from '@cairn/ui';
import { Component, type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Whether the island is being hydrated, in its first rendering in the browser. */
export const HydrationContext = createContext({ current: false });

/**
 * Thrown by a part that waits. While it hydrates, Preact leaves the elements of a part that throws a promise as they are if an error
 * boundary catches it, and goes on with them when the boundary renders again (https://github.com/preactjs/preact/pull/2754).
 */
const WAITING = Promise.resolve();

let last: Promise<void> = WAITING;

/** Resolves once the parts of all islands that have been hydrated until now are hydrated too. */
export const laterParts = (): Promise<void> => last;

interface LaterProps {
  /** One element. */
  children: ComponentChildren;
}

interface LaterState {
  isDue: boolean;
}

/**
 * A part of an island that is hydrated in a task of its own, as the server rendered it until then: in a single task, the browser would
 * not react to input until the whole island is hydrated.
 */
export class Later extends Component<LaterProps, LaterState> {
  static override contextType = HydrationContext;
  override state: LaterState = { isDue: !(this.context as { current: boolean }).current };

  override shouldComponentUpdate(_props: LaterProps, { isDue }: LaterState): boolean {
    return isDue;
  }

  override componentDidCatch(thrown: unknown): void {
    if (thrown !== WAITING) throw thrown;
    // A change, by which Preact knows that the part is taken care of.
    this.setState({});
    last = last.then(() => new Promise((resolve) => setTimeout(resolve)));
    void last.then(() => this.setState({ isDue: true }));
  }

  override render({ children }: LaterProps, { isDue }: LaterState) {
    return <Part isDue={isDue}>{children}</Part>;
  }
}

/** Hydrates what the server has rendered, with the settings of then, and shows what has changed in a second rendering. */
function Part({ isDue, children }: LaterProps & LaterState) {
  const now = {
    children,
    times: useContext(TimeContext),
    labels: useContext(LabelsContext),
    names: useContext(UsualNamesContext),
  };
  const first = useRef(now);
  const [isHydrated, setHydrated] = useState(isDue);
  useLayoutEffect(() => setHydrated(true), []);
  // A change of the settings renders it before its turn: it then waits no longer.
  const waits = useRef(!isDue);
  if (waits.current) {
    waits.current = false;
    throw WAITING;
  }
  const shown = isHydrated ? now : first.current;
  return (
    <TimeContext.Provider value={shown.times}>
      <LabelsContext.Provider value={shown.labels}>
        <UsualNamesContext.Provider value={shown.names}>{shown.children}</UsualNamesContext.Provider>
      </LabelsContext.Provider>
    </TimeContext.Provider>
  );
}
