// @vitest-environment happy-dom
import { TimeContext, UsualNamesContext, useTimeSettings } from '@cairn/ui';
import { type ComponentType, hydrate, render } from 'preact';
import {
  type Dispatch,
  type StateUpdater,
  useContext,
  useErrorBoundary,
  useMemo,
  useState,
} from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HydrationContext, Later, laterParts } from './later.tsx';

let main: HTMLElement;
/** Names of the parts in the order of their renderings in the browser. */
let rendered: string[] = [];
let change: Dispatch<StateUpdater<string>>;

beforeEach(() => {
  main = document.body.appendChild(document.createElement('main'));
});
afterEach(() => {
  render(null, main);
  main.remove();
});

/** Opens a page, which the server has rendered, as a browser does. @param Page gets a text that `change` changes */
function open(Page: ComponentType<{ text: string }>): void {
  function Root() {
    const [text, setText] = useState('old');
    change = setText;
    return <Page text={text} />;
  }
  main.innerHTML = renderToString(<Root />);
  rendered = [];
  hydrate(
    <HydrationContext.Provider value={{ current: true }}>
      <Root />
    </HydrationContext.Provider>,
    main,
  );
}

function Part({ name, text }: { name: string; text: string }) {
  const [count, setCount] = useState(0);
  rendered.push(name);
  return <button title={text} onClick={() => setCount(count + 1)}>{`${name} ${text} ${count};`}</button>;
}

const buttons = () => [...main.querySelectorAll('button')];
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Lets all parts have their turn. */
async function hydrated(): Promise<void> {
  await laterParts();
  await nextTask();
}

it('parts are hydrated one after another, in the elements of the server', async () => {
  open(({ text }) => (
    <>
      <Part name="one" text={text} />
      <Later>
        <Part name="two" text={text} />
      </Later>
      <Part name="three" text={text} />
      <Later>
        <Part name="four" text={text} />
      </Later>
    </>
  ));
  const served = buttons();
  expect(rendered).toEqual(['one', 'three']);
  while (rendered.length === 2) await nextTask();
  expect(rendered).toEqual(['one', 'three', 'two']);
  await hydrated();
  expect(rendered).toEqual(['one', 'three', 'two', 'four']);
  expect(buttons()).toEqual(served);
  served[3]!.click();
  await nextTask();
  expect(main.textContent).toBe('one old 0;two old 0;three old 0;four old 1;');
});

it('a part that has changed before its turn is hydrated as it was, then shows the change', async () => {
  open(({ text }) => (
    <Later>
      <Part name="part" text={text} />
    </Later>
  ));
  const [served] = buttons();
  change('new');
  await hydrated();
  expect(buttons()).toEqual([served]);
  expect(served!.outerHTML).toBe('<button title="new">part new 0;</button>');
});

it.each([
  ['the time zone', () => useTimeSettings().zone],
  ['names', () => useContext(UsualNamesContext)?.get('zone')],
])('new settings do not wait for the turn of a part: %s', async (_, useSetting) => {
  let choose: Dispatch<StateUpdater<'utc' | 'local'>>;
  function Zone() {
    return <Part name="part" text={useSetting()!} />;
  }
  open(() => {
    const [zone, setZone] = useState<'utc' | 'local'>('utc');
    choose = setZone;
    const settings = useMemo(() => ({ zone, renderedAtSeconds: undefined }), [zone]);
    const later = useMemo(
      () => (
        <Later>
          <Zone />
        </Later>
      ),
      [],
    );
    const names = useMemo(() => new Map([['zone', zone]]), [zone]);
    return (
      <TimeContext.Provider value={settings}>
        <UsualNamesContext.Provider value={names}>{later}</UsualNamesContext.Provider>
      </TimeContext.Provider>
    );
  });
  const [served] = buttons();
  choose!('local');
  await hydrated();
  expect(buttons()).toEqual([served]);
  expect(served!.outerHTML).toBe('<button title="local">part local 0;</button>');
});

it('a part that is gone before its turn leaves nothing', async () => {
  open(({ text }) => (
    <p>
      {text === 'old' && (
        <Later>
          <Part name="part" text={text} />
        </Later>
      )}
      after
    </p>
  ));
  change('new');
  await hydrated();
  expect(main.innerHTML).toBe('<p>after</p>');
  expect(rendered).toEqual([]);
});

it('an error of a part is that of the page', async () => {
  function Broken({ text }: { text: string }) {
    if (text === 'new') throw new Error('broken');
    return <p>{text}</p>;
  }
  open(({ text }) => {
    const [error] = useErrorBoundary();
    if (error !== undefined) return <p>{(error as Error).message}</p>;
    return (
      <Later>
        <Broken text={text} />
      </Later>
    );
  });
  await hydrated();
  change('new');
  await hydrated();
  expect(main.innerHTML).toBe('<p>broken</p>');
});

it('what a browser renders alone is there at once', () => {
  rendered = [];
  render(
    <Later>
      <Part name="part" text="new" />
    </Later>,
    main,
  );
  expect(main.textContent).toBe('part new 0;');
});
