import { getNetwork, parseAddress, parseBlockId, parseTransactionId } from '@cairn/protocol';
import type { BlockSummary, ExplorerTransaction } from '../explorer/schemas.ts';

/** Values of the shared test chain (`test/vectors/devnet-chain.json`): block 1, while block 12 is the tip. */
export const NETWORK = 'devnet';
export const CHAIN_ID = 3;
export const TIP_HEIGHT = 12;
export const TIP_ID = parseBlockId('493edf26e907b6e6b49db30c88d2b23bff4ad32d2c035125542459903c2fb196');

/** Development account 1, which mined block 1. */
export const ADDRESS = parseAddress('dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3', getNetwork(NETWORK));

export const blockSummary: BlockSummary = {
  height: 1,
  prev_block_hash: parseBlockId('2efaa0eb01a3562c73da35743762ef2ec159bafcd005ea6c9fd2e7082538d502'),
  miner: ADDRESS,
  id: parseBlockId('12e01aea1c97789c6fd773e649ceacbabc44c2cfd6eb0c62083579aa2c30a67c'),
  nonce: 1,
  version: 1,
  timestamp: 1_767_225_660,
  bits: '207fffff',
  merkle_root: 'bee3ba42d8267f016ea1a61fc4bc3d295b947fd5af6f5a42846aca6bf39a19ec',
  transaction_count: 4,
  size_bytes: 970,
  total_fees: '7915',
  reward: '5000007915',
  confirmations: 12,
};

/** The last transaction of block 1. */
export const transaction: ExplorerTransaction = {
  id: parseTransactionId('f569b87da45df60a6680a988fa9ddcbbdebffec1f06dc18e81a318eda6a28bc6'),
  chain: CHAIN_ID,
  nonce: 1,
  fee: '4926',
  value: '94188005927',
  from_address: ADDRESS,
  to_address: parseAddress('daRLHLnbqeopjQ4ZHv3oAwseu2kgQJW3bX', getNetwork(NETWORK)),
  unlock_sig:
    '3674b50122a27c26c3cd8d94de61e1396f0b9c344eb22b802b8ba4d0fbfa8505008de27bbd8a273d07551a8a1b1e37f4' +
    'ed3338d3526637fbfcb78e915c1f70529202399bff168fe5992ce30c15573dfc1d5691d32bdb72d32bbd939f9fc7495e' +
    'ee39fc9a188446c6417505ada804e4d33ef05cd8b3f14258454f7a51507463f2',
  block_height: blockSummary.height,
  block_id: blockSummary.id,
  block_timestamp: blockSummary.timestamp,
  transaction_index: 3,
  confirmations: 12,
  is_coinbase: false,
};
