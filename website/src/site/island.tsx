import { DEVNET_NAMES } from '@cairn/protocol';
import {
  LabelsContext,
  LanguageProvider,
  TimeContext,
  type TimeSettings,
  UsualNamesContext,
} from '@cairn/ui';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useMemo, useState } from 'preact/hooks';
import { chainStatus } from './api.ts';
import type { ChainView } from './chain-feed.ts';
import type { Locale } from './locale.ts';
import { LocaleContext, translationsFor } from './translations.ts';
import { ChainContext, type PageContext, DEFAULT_CONTEXT } from './page-context.ts';
import { FailureNotice } from './notices.tsx';
import { useLabelNames } from './label-names.ts';
import { zoneSetting } from './settings.ts';
import { type Initial, InitialContext } from './request.ts';

/** How an island reads its props from the URL: needed on a static host, where one file serves many URLs. */
interface PropsFromUrl<Props> {
  /** Reads the props from the URL; the page's `.astro` calls the same function with `Astro.url`. */
  readonly params: (url: URL) => Partial<Props>;
  /** Title of the page with these props, without the site's name. */
  readonly title?: ((props: Props, locale: Locale) => string) | undefined;
}

/** What the server passes to an island beside its props; absent in tests. */
export interface FromServer {
  readonly context?: PageContext | undefined;
  /** The answers to the page's requests. */
  readonly initial?: Initial | undefined;
}

/**
 * Makes a component an island (a part of a page that runs in the browser): provides language, time zone, labels, and the
 * chain's status and the answers to the page's requests as the server knew them.
 * @param fromUrl for islands whose props depend on the URL
 */
export function island<Props extends object>(
  Component: ComponentType<Props>,
  fromUrl?: PropsFromUrl<Props>,
): ComponentType<Props & FromServer> {
  return function Island({ context = DEFAULT_CONTEXT, initial = {}, ...rest }) {
    const props = usePropsFromUrl(rest as unknown as Props, context, fromUrl);
    const times = useTimes(context);
    const labels = useLabelNames();
    const network = useOfStatus(context.chain, ({ status }) => status?.network);
    return (
      <LocaleContext.Provider value={context.locale}>
        <LanguageProvider language={context.locale}>
          <TimeContext.Provider value={times}>
            <ChainContext.Provider value={context.chain}>
              <InitialContext.Provider value={initial}>
                <LabelsContext.Provider value={labels}>
                  <UsualNamesContext.Provider value={network === 'devnet' ? DEVNET_NAMES : undefined}>
                    {props === undefined ? (
                      <p aria-busy="true">{translationsFor(context.locale).t('notice.loading')}</p>
                    ) : (
                      <Shown view={<Component {...props} />} />
                    )}
                  </UsualNamesContext.Provider>
                </LabelsContext.Provider>
              </InitialContext.Provider>
            </ChainContext.Provider>
          </TimeContext.Provider>
        </LanguageProvider>
      </LocaleContext.Provider>
    );
  };
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

function useTimes({ renderedAtMs, chain }: PageContext): TimeSettings {
  const zone = zoneSetting.use();
  // Ages are those by the node's clock, which a devnet can move.
  const offset = useOfStatus(chain, offsetOf);
  return useMemo(
    () => ({
      zone,
      renderedAtSeconds: renderedAtMs === undefined ? undefined : renderedAtMs / 1000,
      offsetSeconds: offset ?? 0,
    }),
    [zone, renderedAtMs, offset],
  );
}

/** A value of the newest status; `undefined` before the first one. */
function useOfStatus<Value>(
  chain: ChainView,
  read: (view: ChainView) => Value | undefined,
): Value | undefined {
  const [value, setValue] = useState(() => read(chain));
  useEffect(() => {
    const update = () => setValue((now) => read(chainStatus.current()) ?? now);
    update();
    return chainStatus.subscribe(update);
  }, []);
  return value;
}

/** How far the node's clock is ahead of the real time, in seconds; `undefined` before the first status. */
const offsetOf = ({ status }: ChainView): number | undefined =>
  status && (status.devnet?.clock_offset_seconds ?? 0);

/**
 * The island's props. In a file that a static host serves for many URLs, they are `undefined` in the first rendering.
 */
function usePropsFromUrl<Props extends object>(
  props: Props,
  context: PageContext,
  fromUrl: PropsFromUrl<Props> | undefined,
): Props | undefined {
  const waits = context.shell === true && fromUrl !== undefined;
  const [propsHere, setPropsHere] = useState<Props | undefined>(waits ? undefined : props);
  useEffect(() => {
    if (!waits) return;
    const read = { ...props, ...fromUrl.params(new URL(location.href)) };
    setPropsHere(read);
    const { t } = translationsFor(context.locale);
    if (fromUrl.title) document.title = `${fromUrl.title(read, context.locale)} · ${t('site.name')}`;
  }, [waits]);
  return waits ? propsHere : props;
}
