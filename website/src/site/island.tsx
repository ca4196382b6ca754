import { DEVNET_NAMES } from '@cairn/protocol';
import {
  LabelsContext,
  LanguageContext,
  onStored,
  TimeContext,
  type TimeSettings,
  UsualNamesContext,
} from '@cairn/ui';
import type { Dictionary } from '@cairn/ui/messages.js';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ChainView, NOTHING_KNOWN } from './chain-feed.ts';
import { DEFAULT_LOCALE, type Locale } from './locale.ts';
import { type SiteTexts, type TranslationsInto, translationsFor, useTranslations } from './translations.ts';
import { HydrationContext } from './later.tsx';
import { FailureNotice } from './notices.tsx';
import { Page } from './page-head.tsx';
import { hasLabels, zoneSetting } from './settings.ts';
import { type Answer, type Initial, InitialContext, type Request, useRequest } from './request.ts';
import { ChainContext, useOfChain } from './use-chain.ts';

/** Data that the server passes to every island of a page. Plain data, because Astro serializes it. */
export interface PageContext {
  readonly locale: Locale;
  readonly chain: ChainView;
  /** Unix milliseconds at which the server rendered the page. */
  readonly renderedAtMs?: number | undefined;
  /** True for a file that a static host serves for many URLs: its islands read their props from the URL. */
  readonly shell?: boolean | undefined;
}

/** Context of an island without the property `context`, as in tests. */
const DEFAULT_CONTEXT: PageContext = { locale: DEFAULT_LOCALE, chain: NOTHING_KNOWN };

/** What the server passes to an island beside its props; absent in tests. Its component gets it too, and need not know of it. */
export interface FromServer {
  readonly context?: PageContext | undefined;
  /** The answers to the page's requests. */
  readonly initial?: Initial | undefined;
  /** True in a browser that takes over what the server has rendered. */
  readonly hydrates?: boolean | undefined;
}

/** Requests by the names under which a view gets their answers; `undefined` for one that has nothing to ask. */
type RequestsFor<Answers> = {
  readonly [Name in keyof Answers]: Answers[Name] extends Answer<infer Data>
    ? Request<Data> | undefined
    : never;
};

/** Head of a page. */
export interface Head {
  /** Without the site's name, which is added; the site's name alone by default. */
  readonly title?: string | undefined;
  readonly description: string;
  /** Path of the page's own link preview image, without the language and `.png`. */
  readonly linkPreview?: string | undefined;
}

/** What a page whose content is one island is made of. */
interface PageParts<Props extends object, ViewProps extends Props, Own extends Dictionary> {
  readonly texts: SiteTexts<Own>;
  /** Reads the props from the page's URL; absent if it has none. */
  readonly params?: ((url: URL) => Props) | undefined;
  /** What the page asks before it can be shown. The server asks it too, and its answers come with the page. */
  readonly requests: (props: Props) => RequestsFor<Omit<ViewProps, keyof Props>>;
  /** What its components ask themselves (`useRequest`) as soon as the page is shown: the server asks it too. */
  readonly preloads?: ((props: Props) => readonly Request<unknown>[]) | undefined;
  readonly head: (translations: TranslationsInto<Own>, props: Props) => Head;
  /** Gets the props and, by the names of their requests, the answers. */
  readonly view: ComponentType<ViewProps>;
}

/** What server and browser need to know of a page. */
export interface PageDefinition<Props extends object> {
  readonly params: ((url: URL) => Props) | undefined;
  /** Everything that the page asks at first; the first one decides whether its item was found. */
  readonly asked: (props: Props) => readonly Request<unknown>[];
  readonly head: (props: Props, locale: Locale) => Head;
}

/** An island that is the content of a page. */
export type PageIsland<Props extends object> = ComponentType<Props & FromServer> & {
  readonly page: PageDefinition<Props>;
};

/** Defines a page, whose content is an island. */
export function definePage<Props extends object, ViewProps extends Props, Own extends Dictionary>({
  texts,
  params,
  requests,
  preloads = () => [],
  head,
  view: View,
}: PageParts<Props, ViewProps, Own>): PageIsland<Props> {
  const named = (props: Props) => Object.entries<Request<unknown> | undefined>(requests(props));
  const page: PageDefinition<Props> = {
    params,
    asked: (props) =>
      [...named(props).map(([, one]) => one), ...preloads(props)].filter((one) => one !== undefined),
    head: (props, locale) => head(texts.translationsFor(locale), props),
  };
  function Content(props: Props) {
    // The same names in every rendering, so that the hooks keep their order.
    const answers: object = Object.fromEntries(named(props).map(([name, one]) => [name, useRequest(one)]));
    return <View {...({ ...props, ...answers } as ViewProps)} />;
  }
  return Object.assign(island(Content, page), { page });
}

type FromUrl<Props extends object> = Partial<Pick<PageDefinition<Props>, 'params' | 'head'>>;

/**
 * Makes a component an island (a part of a page that runs in the browser): provides language, time zone, labels, and the
 * chain's status and the answers to the page's requests as the server knew them.
 * @param fromUrl how it reads its props from the URL: needed on a static host, where one file serves many URLs
 */
export function island<Props extends object>(
  Component: ComponentType<Props>,
  fromUrl?: FromUrl<Props>,
): ComponentType<Props & FromServer> {
  return function Island(given) {
    const { context = DEFAULT_CONTEXT, initial = {}, hydrates = false } = given;
    const props = usePropsFromUrl(given, context, fromUrl);
    const times = useTimes(context);
    const labels = useLabelNames();
    const network = useOfChain(({ status }) => status?.network, context.chain);
    const hydration = useRef(hydrates);
    useLayoutEffect(() => void (hydration.current = false), []);
    return (
      <LanguageContext.Provider value={context.locale}>
        <TimeContext.Provider value={times}>
          <ChainContext.Provider value={context.chain}>
            <InitialContext.Provider value={initial}>
              <LabelsContext.Provider value={labels}>
                <UsualNamesContext.Provider value={network === 'devnet' ? DEVNET_NAMES : undefined}>
                  <HydrationContext.Provider value={hydration}>
                    {props === undefined ? (
                      <Waiting title={fromUrl?.head?.(given, context.locale).title} />
                    ) : (
                      <Shown view={<Component {...props} />} />
                    )}
                  </HydrationContext.Provider>
                </UsualNamesContext.Provider>
              </LabelsContext.Provider>
            </InitialContext.Provider>
          </ChainContext.Provider>
        </TimeContext.Provider>
      </LanguageContext.Provider>
    );
  };
}

/** A page of a static host until it has read its URL. */
function Waiting({ title }: { title: string | undefined }) {
  const { t } = useTranslations();
  const text = <p aria-busy="true">{t('notice.loading')}</p>;
  return title === undefined ? text : <Page title={title}>{text}</Page>;
}

/** A view, or why it cannot be shown: the API's answer does not fit the contract, which the browser does not check. */
function Shown({ view }: { view: ComponentChildren }) {
  const [error, again] = useErrorBoundary((thrown) => {
    // Reported as uncaught too, since it can be a bug of the view.
    queueMicrotask(() => {
      throw thrown;
    });
  });
  if (error === undefined) return <>{view}</>;
  return <FailureNotice of={{ failure: { kind: 'unreadable' }, retry: again }} />;
}

/** The user's labels by identifier; `undefined` on the server, in the first rendering, and without labels. */
function useLabelNames(): ReadonlyMap<string, string> | undefined {
  const [names, setNames] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    let isUnmounted = false;
    const read = async () => {
      if (!hasLabels()) return setNames(undefined);
      const { readLabels } = await import('./labels.ts');
      if (!isUnmounted) setNames(readLabels().names);
    };
    void read();
    const end = onStored(() => void read());
    return () => {
      isUnmounted = true;
      end();
    };
  }, []);
  return names;
}

function useTimes({ renderedAtMs, chain }: PageContext): TimeSettings {
  const zone = zoneSetting.use();
  // Ages are those by the node's clock, which a devnet can move.
  const offset = useOfChain(({ status }) => status && (status.devnet?.clock_offset_seconds ?? 0), chain);
  return useMemo(
    () => ({
      zone,
      renderedAtSeconds: renderedAtMs === undefined ? undefined : renderedAtMs / 1000,
      offsetSeconds: offset ?? 0,
    }),
    [zone, renderedAtMs, offset],
  );
}

/**
 * The island's props; `undefined` in the first rendering of a file that a static host serves for many URLs.
 */
function usePropsFromUrl<Props extends object>(
  props: Props,
  { shell, locale }: PageContext,
  { params, head }: FromUrl<Props> = {},
): Props | undefined {
  const waits = shell === true && params !== undefined;
  const [propsHere, setPropsHere] = useState<Props | undefined>(waits ? undefined : props);
  useEffect(() => {
    if (!waits) return;
    const read = { ...props, ...params(new URL(location.href)) };
    setPropsHere(read);
    const title = head?.(read, locale).title;
    if (title !== undefined) document.title = `${title} · ${translationsFor(locale).t('site.name')}`;
  }, [waits]);
  return waits ? propsHere : props;
}
