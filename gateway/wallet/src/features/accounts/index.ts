export { AccountSwitcher } from './account-switcher.tsx';
export { DiscoveryNotice } from './discovery-notice.tsx';
export { totalOf, useBalances } from './use-balances.ts';
