export { AccountSwitcher } from './account-switcher.tsx';
export { DiscoveryNotice } from './discovery-notice.tsx';
export { useOwnTotal } from './use-balances.ts';
