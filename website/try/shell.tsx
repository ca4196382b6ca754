/** The page that holds a chain in its tab, with explorer and wallet in frames. */
import type { TabState } from '@cairn/tab/messages';
import { Button, languageSetting, LanguageContext, Logo, Notice, useStore } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { WALLET } from './addresses.ts';
import { type ChainTab, keepFiles } from './chain-tab.ts';
import { Frame } from './frames.tsx';
import { Menu } from './menu.tsx';
import { type App, usePlace } from './place.ts';
import { StateLine } from './state-line.tsx';
import { useTranslations } from './texts.ts';

/** Where explorer and wallet stand side by side (shell.css). */
const isWide = (): boolean => matchMedia('(min-width: 72rem)').matches;

/** Of a page of the wallet. */
const fragmentOf = (page: string): string => page.slice(`${WALLET}/`.length);

/** Shows the Devnet bar; its token is the one of a control port, which a tab does not have. */
const CONTROLS = `#devnet=${'0'.repeat(64)}`;

export function Shell({ tab }: { tab: ChainTab }) {
  const language = languageSetting.use();
  useEffect(() => void (document.documentElement.lang = language), [language]);
  return (
    <LanguageContext.Provider value={language}>
      <Page tab={tab} />
    </LanguageContext.Provider>
  );
}

function Page({ tab }: { tab: ChainTab }) {
  const { t } = useTranslations();
  useEffect(() => void (document.title = t('title')), [t]);
  const state = useStore(tab.state);
  const isServed = useStore(tab.isServed);
  const [place, change] = usePlace({ explorer: '/', wallet: '', front: isWide() ? 'wallet' : 'explorer' });
  const { explorer, wallet, front } = place;
  const [hasControls, setControls] = useState(isWide);
  const [isExplorerThere, setExplorerThere] = useState(false);
  const [isWalletThere, setWalletThere] = useState(false);
  /** The app that a link has led to last. */
  const [entered, enter] = useState<{ readonly app: App }>();
  const isLiving = state.state === 'living';
  const isAlive = isLiving || state.state === 'elsewhere';
  useEffect(() => {
    // The first block and the explorer first.
    if (front === 'wallet' && isExplorerThere && isAlive) setWalletThere(true);
  }, [front, isExplorerThere, isAlive]);
  useEffect(() => {
    if (isLiving && isExplorerThere) keepFiles();
  }, [isLiving, isExplorerThere]);
  return (
    <>
      <section class="bar" aria-label={t('menu')}>
        <StateLine state={state} isHolder={tab.isHolder} />
        <Menu
          isLiving={isAlive}
          onControls={hasControls ? undefined : () => setControls(true)}
          onStartAgain={tab.isHolder ? () => tab.startAgain() : undefined}
        />
      </section>
      <div class={`panes panes--${front}`}>
        {state.state === 'failed' ? (
          <Failure tab={tab} state={state} />
        ) : (
          <div class="lead">
            <Logo size={64} />
            <p>{t('lead')}</p>
          </div>
        )}
        {isServed && state.state !== 'failed' && (
          <Frame
            key={`explorer ${hasControls}`}
            app="explorer"
            title={t('explorer')}
            page={explorer}
            entered={entered}
            firstFragment={hasControls ? CONTROLS : ''}
            onPage={(page) => {
              setExplorerThere(true);
              change({ explorer: page });
            }}
            onLeave={(page) => {
              change({ front: 'wallet' });
              enter({ app: 'wallet' });
              if (page !== undefined) change({ wallet: fragmentOf(page) });
            }}
          />
        )}
        {isWalletThere && state.state !== 'failed' && (
          <Frame
            app="wallet"
            title={t('wallet')}
            page={`${WALLET}/${wallet}`}
            entered={entered}
            onPage={(page) => change({ wallet: fragmentOf(page) })}
            onLeave={(page) => {
              // Its pages are beside the wallet already, if there is room; only the switch leaves the wallet then.
              if (page === undefined || !isWide()) change({ front: 'explorer' });
              if (page !== undefined) change({ explorer: page });
              enter({ app: 'explorer' });
            }}
          />
        )}
      </div>
    </>
  );
}

/** Why there is no chain, and what helps. */
function Failure({ tab, state }: { tab: ChainTab; state: Extract<TabState, { state: 'failed' }> }) {
  const { t } = useTranslations();
  const { reason, message } = state;
  const isHelpless = reason === 'unsupported';
  const again = <Button onClick={() => tab.startAgain()}>{t('again')}</Button>;
  const reload = <Button onClick={() => location.reload()}>{t('reload')}</Button>;
  const goesOn = reason === 'broken' && tab.isHolder;
  const action = goesOn ? [reload, again] : again;
  return (
    <div class="failure">
      <Notice tone="error" title={t(`failed.${reason}`)} live action={isHelpless ? undefined : action}>
        {isHelpless || (goesOn && message !== '') ? t(`${reason}Text`, { what: message }) : message}
      </Notice>
    </div>
  );
}
