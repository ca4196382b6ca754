import { Logo, Notice } from '@cairn/ui';
import { Screen } from '../components/screen.tsx';
import type { Entry } from '../lib/launch.ts';

/** Why the address that was opened did not do, where one was. */
const ENTRY_NOTICES: Readonly<Partial<Record<Entry, { title: string; text: string }>>> = {
  accepted: {
    title: 'The browser did not keep the session',
    text: 'The address was right, but the cookie that came with it is gone. Allow cookies for this address.',
  },
  refused: {
    title: 'This address opens nothing any more',
    text: 'Each address lets one browser in, once. If it was not you who used it, restart the gateway.',
  },
  limited: {
    title: 'Too many wrong addresses were tried',
    text: 'Yours was not looked at and stays good: wait a minute and open it again.',
  },
  failed: {
    title: 'The gateway did not answer',
    text: 'It may have been stopped. Start it again and open the address that it prints.',
  },
};

/** Whoever reaches the port without having been let in sees this, and nothing of the node. */
export function NoAccess({ entry }: { entry: Entry }) {
  const notice = ENTRY_NOTICES[entry];
  return (
    <Screen title="Open the wallet by the gateway’s address" width="slim" picture={<Logo size={56} />}>
      {notice !== undefined && (
        <Notice tone="warn" title={notice.title} live>
          {notice.text}
        </Notice>
      )}
      <p class="c-muted">
        This browser has no session with the gateway, or the gateway was restarted since. So that nobody else
        on this machine gets at your node, only the address that the gateway gives its owner opens the wallet.
      </p>
      <ul class="w-ways-in c-muted">
        <li>
          In the terminal where <code>npm start</code> or <code>cairn-gateway</code> runs, open the address of
          the wallet that it printed last.
        </li>
        <li>
          Or open the file <code>wallet-{location.port}.html</code>, which is beside the node’s{' '}
          <code>rpc.token</code>.
        </li>
      </ul>
      <p class="c-faint c-small">
        A wallet that is stored in this browser is as it was, and opens again with your password.
      </p>
    </Screen>
  );
}
