import { AccountSwitcher } from './features/accounts/index.ts';
import { Navigation } from './shared/navigation.tsx';
import { HeaderTools, Shell } from './shared/shell.tsx';
import type { Screen } from './shared/route.ts';
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
export function OpenWallet({ screen }: { screen: Screen }) {
  const Content = SCREENS[screen];
  return (
    <Shell
      navigation={<Navigation current={screen} />}
      account={<AccountSwitcher />}
      tools={<HeaderTools screen={screen} />}
    >
      <Content />
    </Shell>
  );
}
