import { AppSwitch, Button, classes, Logo, useStore } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useAppState, useModel } from '../model/context.ts';
import { hrefOf, type Screen } from './route.ts';
import { NodeBadge } from './node-state.tsx';
import { WalletIcon } from './wallet-icon.tsx';
import { t } from './texts.ts';

/**
 * The page around every screen. An open wallet adds its own parts.
 * @param props.navigation beside the screen
 * @param props.account in the middle of the header
 * @param props.tools at the end of the header, in place of the node's state
 */
export function Shell(props: {
  navigation?: ComponentChildren;
  account?: ComponentChildren;
  tools?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { navigation, account, tools, children } = props;
  const main = useRef<HTMLElement>(null);
  const explorer = useAppState().config?.explorer_url;
  return (
    <>
      {/* A button, because a link would replace the fragment that names the screen. */}
      <button type="button" class="c-button c-button--secondary w-skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <header class="w-header">
        <div class="c-container w-header__inner">
          <span class="w-brand">
            <Logo size={26} />
            <span class="w-brand__name">
              {t('shell.name')}
              {!explorer && <span class="c-muted">{t('shell.kind')}</span>}
            </span>
            {explorer && <AppSwitch here="wallet" href={explorer} />}
          </span>
          {account}
          <span class="w-header__end">{tools ?? <NodeBadge short />}</span>
        </div>
      </header>
      <div class={classes('c-container', navigation !== undefined && 'w-shell')}>
        {navigation}
        <main class="w-main" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </>
  );
}

/** The tools of an open wallet in the header: the node's state, privacy mode and the lock. */
export function HeaderTools({ screen }: { screen: Screen }) {
  const { settings, vault } = useModel();
  const hideAmounts = useStore(settings.hideAmounts);
  return (
    <>
      <a class="w-node-link" href={hrefOf('node')} aria-current={screen === 'node' ? 'page' : undefined}>
        <span class="c-visually-hidden">{t('shell.nodeState')} </span>
        <NodeBadge short />
      </a>
      <Button
        variant="ghost"
        size="sm"
        label={t('shell.hideAmounts')}
        title={t(hideAmounts ? 'shell.showAmounts' : 'shell.hideAmounts')}
        pressed={hideAmounts}
        onClick={() => settings.hideAmounts.choose(!hideAmounts)}
      >
        <WalletIcon name={hideAmounts ? 'hidden' : 'shown'} />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        label={t('shell.lock')}
        title={t('shell.lockTitle')}
        onClick={() => vault.lock()}
      >
        <WalletIcon name="lock" />
      </Button>
    </>
  );
}
