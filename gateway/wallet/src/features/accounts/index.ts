export { AccountSwitcher } from './account-switcher.tsx';
export { DiscoveryNotice } from './discovery-notice.tsx';
