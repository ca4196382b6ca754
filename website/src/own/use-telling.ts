import { useAmountText } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../app.ts';
import { referenceShort } from '../lib/titles.ts';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { askPermission, type Permission, permission, showNotification } from './notifications.ts';
import { keptLabels } from './own-labels.ts';
import { makeWish, type News, type Wish } from './wishes.ts';

/** Something that was told, in words. */
export interface Told {
  readonly title: string;
  readonly text: string;
}

export interface Telling {
  readonly isOn: boolean;
  /** Shown notifications, newest first. */
  readonly told: readonly Told[];
  readonly permission: Permission;
  /** To be called on a press: the browser may ask its reader. */
  readonly start: (wishes: readonly Wish[]) => void;
  readonly stop: () => void;
}

const SHOWN = 3;

/** Tells of what its reader wished for, by a notification and on the page, until the page goes. */
export function useTelling(): Telling {
  const words = useWords();
  const amountText = useAmountText();
  const [isOn, setOn] = useState(false);
  const [told, setTold] = useState<readonly Told[]>([]);
  const [allowed, setAllowed] = useState<Permission>(permission);
  const end = useRef<(() => void) | undefined>(undefined);
  const stop = () => {
    end.current?.();
    end.current = undefined;
    setOn(false);
  };
  useEffect(() => stop, []);
  const tell = (news: News, isLast: boolean) => {
    const said = wordsOf(news, words, amountText);
    setTold((before) => [said, ...before].slice(0, SHOWN));
    if (permission() === 'granted' && !showNotification(said.title, said.text, tagOf(news))) {
      setAllowed('unsupported');
    }
    if (isLast) stop();
  };
  const start = (wishes: readonly Wish[]) => {
    stop();
    setOn(true);
    setTold([]);
    const ends = wishes.map((wish) => makeWish(wish, { explorer, feed: chainStatus, tell }));
    end.current = () => ends.forEach((endOne) => endOne());
    void askPermission().then(setAllowed);
  };
  return { isOn, told, permission: allowed, start, stop };
}

/** News of the same kind about the same thing take each other's place. */
function tagOf(news: News): string {
  if (news.kind === 'block') return 'block';
  return news.kind === 'moves' ? news.address : news.id;
}

function wordsOf(news: News, { t, locale }: Words, amountText: (pebbles: bigint) => string): Told {
  if (news.kind === 'block') return { title: t('tell.news.block', { height: news.height }), text: '' };
  const reference = news.kind === 'moves' ? news.address : news.id;
  const name = keptLabels().names.get(reference) ?? referenceShort(reference, locale);
  if (news.kind === 'left') return { title: t('tell.news.left'), text: t('tell.news.leftText', { name }) };
  if (news.kind === 'depth') {
    return {
      title: t('tell.news.depth', { count: news.confirmations }),
      text: t('tell.news.depthText', { name, height: news.height }),
    };
  }
  const { change, sent } = news;
  const amount = amountText(change < 0n ? -change : change);
  const key = change < 0n ? 'out' : 'in';
  return {
    title: change === 0n ? t('tell.news.moves', { name }) : t(`tell.news.${key}`, { name, amount }),
    text: sent === 0 ? '' : t('tell.news.sent', { count: sent }),
  };
}
