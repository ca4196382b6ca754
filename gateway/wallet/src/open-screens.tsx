import type { Screen } from './lib/route.ts';
import { Accounts } from './screens/accounts.tsx';
import { Activity } from './screens/activity.tsx';
import { Backup } from './screens/backup.tsx';
import { Contacts } from './screens/contacts.tsx';
import { Messages } from './screens/messages.tsx';
import { Node } from './screens/node.tsx';
import { Overview } from './screens/overview.tsx';
import { Receive } from './screens/receive.tsx';
import { Scan } from './screens/scan.tsx';
import { Send } from './screens/send/send.tsx';
import { Settings } from './screens/settings.tsx';

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

/** Shows a screen of an open wallet. This module is a separate chunk, fetched while the password is typed. */
export function OpenScreen({ screen }: { screen: Screen }) {
  const Content = SCREENS[screen];
  return <Content />;
}
