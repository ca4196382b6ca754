import { DEVNET_NAMES } from '@cairn/protocol';
import { UsualNamesContext } from '@cairn/ui';
import { AccountSwitcher } from './features/accounts/index.ts';
import { Navigation } from './shared/navigation.tsx';
import { HeaderTools, Shell } from './shared/shell.tsx';
import { nameOfAddress } from './shared/names.ts';
import type { Screen } from './shared/route.ts';
import type { OpenWallet } from './model/state.ts';
import { useWallet } from './model/context.ts';
import { Accounts } from './features/accounts/accounts.tsx';
import { Activity } from './features/activity/activity.tsx';
import { Backup } from './features/backup/backup.tsx';
import { Contacts } from './features/contacts/contacts.tsx';
import { Messages } from './features/messages/messages.tsx';
import { Node } from './features/node/node.tsx';
import { Overview } from './features/overview/overview.tsx';
import { Receive } from './features/receive/receive.tsx';
import { Scan } from './features/offline/scan.tsx';
import { Send } from './features/send/send.tsx';
import { Settings } from './features/settings/settings.tsx';

const SCREENS: Readonly<Record<Screen, () => preact.JSX.Element>> = {
  overview: Overview,
  send: Send,
  receive: Receive,
  activity: Activity,
  accounts: Accounts,
  contacts: Contacts,
  scan: Scan,
  messages: Messages,
  node: Node,
  settings: Settings,
  backup: Backup,
};

/** An open wallet at one of its screens. This module is a separate chunk, fetched while the password is typed. */
export function WalletScreens({ screen }: { screen: Screen }) {
  const Content = SCREENS[screen];
  const { wallet } = useWallet();
  return (
    <UsualNamesContext.Provider value={usualNames(wallet)}>
      <Shell
        navigation={<Navigation current={screen} />}
        account={<AccountSwitcher />}
        tools={<HeaderTools screen={screen} />}
      >
        <Content />
      </Shell>
    </UsualNamesContext.Provider>
  );
}

/** Names of devnet's public accounts, of which the wallet has no name of its own. */
function usualNames(wallet: OpenWallet): ReadonlyMap<string, string> | undefined {
  if (wallet.network !== 'devnet') return undefined;
  return new Map([...DEVNET_NAMES].filter(([address]) => nameOfAddress(wallet, address) === undefined));
}
