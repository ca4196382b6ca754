import type { Address } from './identifiers.ts';
import { addressFromPublicKey } from './address.ts';
import { hexToBytes } from './bytes.ts';
import type { Network } from './networks.ts';
import { getPublicKey } from './signature.ts';

/**
 * The PUBLIC mnemonic of the development accounts (PROTOCOL.md section 5), whose keys everyone knows. A page or command that
 * shows it must say so.
 */
export const DEVELOPMENT_MNEMONIC = 'test test test test test test test test test test test junk';

/**
 * The mnemonic's private keys at m/44'/1'/0'/0/0 to 9. They are constants because deriving them would load the word list.
 */
const PRIVATE_KEYS = [
  '7c299dda7c704f9d474b6ca5d7fee0b490c8decca493b5764541fe5ec6b65114',
  '50064dccbc8b9d9153e340ee2759b0fc4936ffe70cb451dad5563754d33c34a8',
  '95c674cabc4b9885d930d2c0f592fdde8dc24b4e6a43ae05c6ada58edb9f54ae',
  '24af27ccb29738cdaba736d8e35cb4d43ace56e1c83389f48feb746b38cf2a05',
  'b21deff810a52cded6c3f9a0f57184f1c70ff08cc3097bec420aa39c7693ed8c',
  'da14c42fefc4f1ba56432df8ca6735ff205d959077b3050feb3c885aaf029584',
  '006e0838f755fd36e39c110e6bf17ed8c355a92352bf96544f18e8cffc615c3d',
  '362e3024813fdd2b309461e29eef490c10cf928a2cf4dc188fe62d8be65bcd48',
  '8857af0037d075743c5bf6c16bdf6acf10cc8fc0fcad4842f79bc2cb581afb44',
  '1beb41216fc1ea351bc90480b980375c8788df5a191c431f68eb80865ed349ce',
];

/** Number of the development account that gets the rewards of a devnet by default. */
export const MINER_ACCOUNT = 9;

/** A development account. Its key is public. */
export interface DevelopmentAccount {
  /** Last element of the derivation path. */
  readonly index: number;
  readonly privateKey: Uint8Array;
  /** The 64 bytes X ‖ Y. */
  readonly publicKey: Uint8Array;
  readonly address: Address;
}

/** The ten development accounts, each with 1,000,000 CRN at devnet's genesis. */
export function developmentAccounts(network: Network): DevelopmentAccount[] {
  return PRIVATE_KEYS.map((hex, index) => {
    const privateKey = hexToBytes(hex);
    const publicKey = getPublicKey(privateKey);
    return { index, privateKey, publicKey, address: addressFromPublicKey(publicKey, network) };
  });
}
