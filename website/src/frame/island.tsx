import { LabelsContext, LanguageProvider, TimeContext, type TimeSettings } from '@cairn/ui';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { WordsContext } from '../messages/context.tsx';
import { wordsFor, type Words } from '../messages/words.ts';
import { useNames } from '../own/use-names.ts';
import { ChainContext, type Frame, NO_FRAME } from './frame.ts';
import { tidyAddress } from './tidy-address.ts';
import { useTimeZone } from './time-zone.ts';

/** How an island reads its parameters where one file serves many addresses (a static host). */
export interface Placing<Props> {
  /** Props that the address bar decides; the page's `.astro` calls the same function with `Astro.url`. */
  readonly place: (url: URL) => Partial<Props>;
  /** Title of the page at that place, without the site's name. */
  readonly title?: ((props: Props, words: Words) => string) | undefined;
}

/**
 * Makes an island of a component: gives it the page's language, time zone and what the server knew of the chain.
 * @param placing for pages whose props depend on the address
 */
export function island<Props extends object>(
  Component: ComponentType<Props>,
  placing?: Placing<Props>,
): ComponentType<Props & { frame?: Frame | undefined }> {
  return function Island({ frame = NO_FRAME, ...rest }) {
    const props = usePlace(rest as unknown as Props, frame, placing);
    useTidyAddress(placing !== undefined);
    const words = wordsFor(frame.locale);
    const times = useTimes(frame);
    const names = useNames();
    return (
      <WordsContext.Provider value={words}>
        <LanguageProvider language={frame.locale}>
          <TimeContext.Provider value={times}>
            <ChainContext.Provider value={frame.chain}>
              <LabelsContext.Provider value={names}>
                {props === undefined ? (
                  <p aria-busy="true">{words.t('notice.loading')}</p>
                ) : (
                  <Component {...props} />
                )}
              </LabelsContext.Provider>
            </ChainContext.Provider>
          </TimeContext.Provider>
        </LanguageProvider>
      </WordsContext.Provider>
    );
  };
}

/** The address bar says what is shown: what means nothing there is taken out, without an entry in the history. */
function useTidyAddress(decides: boolean): void {
  useEffect(() => {
    const tidy = decides ? tidyAddress(location.href) : location.href;
    if (tidy !== location.href) history.replaceState(history.state, '', tidy);
  }, []);
}

function useTimes({ renderedAt }: Frame): TimeSettings {
  const zone = useTimeZone();
  return useMemo(
    () => ({ zone, renderedAt: renderedAt === undefined ? undefined : renderedAt / 1000 }),
    [zone, renderedAt],
  );
}

/** The island's props; in a shell only once the browser knows its address, since one markup serves them all. */
function usePlace<Props extends object>(
  props: Props,
  frame: Frame,
  placing: Placing<Props> | undefined,
): Props | undefined {
  const waits = frame.shell === true && placing !== undefined;
  const [placed, setPlaced] = useState<Props | undefined>(waits ? undefined : props);
  useEffect(() => {
    if (!waits) return;
    const there = { ...props, ...placing.place(new URL(location.href)) };
    setPlaced(there);
    const words = wordsFor(frame.locale);
    if (placing.title) document.title = `${placing.title(there, words)} · ${words.t('site.name')}`;
  }, [waits]);
  return waits ? placed : props;
}
