export { createDevnetClient, type DevnetClient } from '@cairn/api/devnet';
export {
  DEVELOPMENT_ADDRESSES,
  startSuite,
  Suite,
  type ExtraServer,
  type ExtraGateway,
  type SuiteOptions,
} from './suite.ts';
