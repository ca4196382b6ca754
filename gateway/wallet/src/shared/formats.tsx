import { AmountContext, LanguageContext, TimeContext, useStore } from '@cairn/ui';
import { setLanguage } from '@cairn/ui/messages.js';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { useAppState, useModel } from '../model/context.ts';
import { clockOffsetOf } from '../model/state.ts';

/** Applies the chosen language, unit, privacy mode, time zone and the node's clock; another language renders all children again. */
export function ChosenFormats({ children }: { children: ComponentChildren }) {
  const { settings } = useModel();
  const language = useStore(settings.language);
  const unit = useStore(settings.unit);
  const isHidden = useStore(settings.hideAmounts);
  const zone = useStore(settings.timeZone);
  const offsetSeconds = clockOffsetOf(useAppState());
  const times = useMemo(() => ({ zone, renderedAtSeconds: undefined, offsetSeconds }), [zone, offsetSeconds]);
  const amounts = useMemo(() => ({ unit, isHidden }), [unit, isHidden]);
  setLanguage(language);
  return (
    <LanguageContext.Provider value={language} key={language}>
      <AmountContext.Provider value={amounts}>
        <TimeContext.Provider value={times}>{children}</TimeContext.Provider>
      </AmountContext.Provider>
    </LanguageContext.Provider>
  );
}
