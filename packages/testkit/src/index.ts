export {
  DEVELOPMENT_ADDRESSES,
  startSuite,
  Suite,
  type Extra,
  type ExtraGateway,
  type SuiteOptions,
} from './suite.ts';
export { buildWebsite } from '../../../scripts/lib/website.ts';
