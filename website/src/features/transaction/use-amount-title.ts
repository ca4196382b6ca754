import { parsePebbles } from '@cairn/protocol';
import { useEffect } from 'preact/hooks';
import { useTranslations } from './texts.ts';

/** Names the page by its amount, once that is proven. @param value pebbles; `undefined` until then */
export function useAmountTitle(value: string | undefined): void {
  const { t, amount } = useTranslations();
  useEffect(() => {
    if (value === undefined) return undefined;
    const before = document.title;
    document.title = `${amount(parsePebbles(value))} · ${t('site.name')}`;
    return () => {
      document.title = before;
    };
  }, [value, amount]);
}
