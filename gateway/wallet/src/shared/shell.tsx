import { AppSwitch, Badge, classes, Logo } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useAppState, useModel, useSettings } from '../wallet/context.ts';
import { hrefOf, type Screen } from './route.ts';
import { networkToJoin, type AppState } from '../wallet/state.ts';
import { NodeBadge } from './node-state.tsx';
import { WalletIcon, type WalletIconName } from './wallet-icon.tsx';
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
  const state = useAppState();
  const network = networkOf(state);
  const explorer = state.config?.explorer_url;
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
              {!explorer && <span class="w-brand__kind">{t('shell.kind')}</span>}
            </span>
            {explorer && <AppSwitch here="wallet" href={explorer} />}
            {network !== undefined && <Badge tone="accent">{network}</Badge>}
          </span>
          {account}
          <span class="w-header__end">{tools ?? <NodeBadge />}</span>
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
  const model = useModel();
  return (
    <>
      <a class="w-node-link" href={hrefOf('node')} aria-current={screen === 'node' ? 'page' : undefined}>
        <span class="c-visually-hidden">{t('shell.nodeState')} </span>
        <NodeBadge />
      </a>
      <PrivacyButton />
      <Tool
        icon="lock"
        label={t('shell.lock')}
        title={t('shell.lockTitle')}
        onClick={() => model.vault.lock()}
      />
    </>
  );
}

function PrivacyButton() {
  const { settings } = useModel();
  const { hideAmounts } = useSettings();
  return (
    <Tool
      icon={hideAmounts ? 'hidden' : 'shown'}
      label={t('shell.hideAmounts')}
      title={t(hideAmounts ? 'shell.showAmounts' : 'shell.hideAmounts')}
      pressed={hideAmounts}
      onClick={() => settings.change({ hideAmounts: !hideAmounts })}
    />
  );
}

function Tool(props: {
  icon: WalletIconName;
  label: string;
  title: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  const { icon, label, title, pressed, onClick } = props;
  return (
    <button
      type="button"
      class="c-icon-button w-tool"
      aria-label={label}
      title={title}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <WalletIcon name={icon} />
    </button>
  );
}

function networkOf(state: AppState): string | undefined {
  const { phase } = state;
  if (phase.name === 'unlocked') return phase.wallet.network;
  return phase.name === 'locked' ? phase.network : networkToJoin(state);
}
