export { createDevnetClient, type DevnetClient } from '@cairn/api/devnet';
export { type ChainOptions, createChain, type InterfaceName, type TestChain } from './chain.ts';
export {
  DEVELOPMENT_ADDRESSES,
  startSuite,
  Suite,
  type ExtraServer,
  type ExtraGateway,
  type SuiteOptions,
} from './suite.ts';
