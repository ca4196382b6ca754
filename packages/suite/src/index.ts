export { findFreePort, isPortTaken } from './ports.ts';
export { describeEnd, ProgramGroup, waitUntilAnswering, type Program } from './process.ts';
export {
  accountFlags,
  controlSocket,
  findSuitePorts,
  readWalletAddress,
  startDevnetNode,
  startGateway,
  startWebsite,
  suiteAddresses,
  websiteUrls,
  type SuiteAddresses,
  type SuitePorts,
  type SuiteProgramOptions,
} from './suite.ts';
export { websiteEnvironment, type WebsiteUrls } from './website.ts';
export { PROGRAMS, providePages, provideTrySite, type Progress } from '#programs';
