/** Explorer and wallet, each in a frame that keeps its page while the other is in front. */
import { saveFile } from '@cairn/ui';
import { useEffect, useRef } from 'preact/hooks';
import { askedOfChain, WALLET } from './addresses.ts';
import type { App } from './place.ts';

/** The app of an address on this origin. */
const appOf = ({ pathname }: URL): App => (pathname.startsWith(`${WALLET}/`) ? 'wallet' : 'explorer');

/** An address that names an app, and no page of it. */
const isEntrance = ({ pathname, hash }: URL): boolean =>
  ['/', '/de', '/de/', `${WALLET}/`].includes(pathname) && hash === '';

export interface FrameProps {
  readonly app: App;
  /** Its accessible name. */
  readonly title: string;
  /** The page to show: path, query and fragment. */
  readonly page: string;
  /** A fragment with which the frame opens, unless its page has one. */
  readonly firstFragment?: string;
  /** The app that a link has led to last, and the focus with it. */
  readonly entered: { readonly app: App } | undefined;
  /** The frame shows another page. */
  readonly onPage: (page: string) => void;
  /** A link leads to the other app: to a page of it, or just there. */
  readonly onLeave: (page: string | undefined) => void;
}

/** Browsers do not let a service worker answer a download. The name is of the path's last parts: `ID.raw`. */
async function download({ pathname }: URL): Promise<void> {
  const response = await fetch(pathname);
  if (response.ok) saveFile(pathname.split('/').slice(-2).join('.'), await response.blob());
}

/** `navigation` is not in every browser. */
type FrameWindow = Window & { readonly navigation?: EventTarget };

export function Frame({ app, title, page, entered, firstFragment = '', onPage, onLeave }: FrameProps) {
  const first = useRef(page.includes('#') ? page : page + firstFragment).current;
  const frame = useRef<HTMLIFrameElement>(null);
  /** What it shows. */
  const shown = useRef(page);
  useEffect(() => {
    if (page === shown.current) return;
    shown.current = page;
    frame.current?.contentWindow?.location.assign(page);
  }, [page]);

  useEffect(() => {
    if (entered?.app === app) frame.current?.focus();
  }, [entered]);

  const follow = (): void => {
    const content = frame.current?.contentWindow as FrameWindow;
    const report = (): void => {
      const { pathname, search, hash } = content.location;
      shown.current = pathname + search + hash;
      onPage(shown.current);
    };
    report();
    for (const event of ['hashchange', 'popstate']) content.addEventListener(event, report);
    content.navigation?.addEventListener('currententrychange', report);
    content.document.addEventListener('click', followLink, { capture: true });
  };

  /** The apps open each other in new tabs; here in the other frame. */
  const followLink = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href') ?? null;
    if (href === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const url = new URL(href, link!.baseURI);
    if (url.origin !== location.origin) link!.target = '_blank';
    else if (link!.hasAttribute('download') && askedOfChain(url.pathname)) {
      event.preventDefault();
      void download(url);
    } else if (appOf(url) !== app) {
      event.preventDefault();
      event.stopPropagation();
      onLeave(isEntrance(url) ? undefined : url.pathname + url.search + url.hash);
    }
  };

  return (
    <iframe
      class={`pane pane--${app}`}
      ref={frame}
      title={title}
      src={first}
      onLoad={follow}
      allow="clipboard-write; camera"
    />
  );
}
