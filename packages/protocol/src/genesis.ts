import { type BlockId, parseBlockId } from './identifiers.ts';
import { encodeAddress } from './address.ts';
import { PEBBLES_PER_CRN } from './amount.ts';
import { AccountRecords } from './account-records.ts';
import { blockId, encodeBlockHeader } from './block-header.ts';
import { bytesToHex, concatBytes } from './bytes.ts';
import { BLOCK_VERSION } from './consensus/header-rules.ts';
import { INITIAL_SUBSIDY } from './consensus/subsidy.ts';
import { developmentAccounts } from './development-accounts.ts';
import { ProtocolError } from './errors.ts';
import { hash160 } from './hash.ts';
import { merkleRoot } from './merkle.ts';
import type { Network } from './networks.ts';
import {
  createCoinbase,
  decodeTransactionBody,
  encodeTransaction,
  signTransaction,
  transactionIdBytes,
  type Transaction,
} from './transaction.ts';

/** The lowest nonces that meet the targets of the genesis blocks; a test searches for them. */
const GENESIS_NONCES: Readonly<Record<string, number>> = { testnet: 1_759_307, devnet: 1 };

const DEVNET_SUPPLY = 10_000_000n * PEBBLES_PER_CRN;
const DEVNET_SHARE = 1_000_000n * PEBBLES_PER_CRN;

/** One coinbase of 50 CRN to an address without a known key. */
function testnetTransactions(network: Network): Transaction[] {
  const miner = encodeAddress(hash160(new TextEncoder().encode('cairn testnet genesis')), network);
  return [createCoinbase({ network, height: 0, value: INITIAL_SUBSIDY, miner })];
}

/** The whole supply to development account 0, which transfers an equal share to each of the other nine. */
function devnetTransactions(network: Network): Transaction[] {
  const [treasury, ...others] = developmentAccounts(network);
  const fromAddress = treasury!.address;
  const coinbase = createCoinbase({ network, height: 0, value: DEVNET_SUPPLY, miner: fromAddress });
  const shares = others.map(({ address: toAddress, index: nonce }) =>
    signTransaction(
      { chain: network.chainId, nonce, fee: 0n, value: DEVNET_SHARE, fromAddress, toAddress },
      treasury!.privateKey,
    ),
  );
  return [coinbase, ...shares];
}

/**
 * The genesis block of a network, built by PROTOCOL.md section 5.
 * @returns its canonical bytes
 * @throws ProtocolError `network_not_initializable` for mainnet, which is reserved
 */
export function genesisBlock(network: Network): Uint8Array {
  const nonce = GENESIS_NONCES[network.name];
  if (nonce === undefined || network.proofOfWorkLimitBits === undefined) {
    throw new ProtocolError(
      'network_not_initializable',
      `${network.name} is reserved: it cannot be initialized in this version`,
      { network: network.name },
    );
  }
  const transactions = new AccountRecords().commit(
    0,
    (network.name === 'devnet' ? devnetTransactions(network) : testnetTransactions(network)).map(
      encodeTransaction,
    ),
  );
  const header = {
    version: BLOCK_VERSION,
    height: 0,
    previousBlockId: parseBlockId('0'.repeat(64)),
    merkleRoot: bytesToHex(merkleRoot(transactions.map(transactionIdBytes))),
    miner: decodeTransactionBody(transactions[0]!).toAddress,
    timestamp: network.genesisTime,
    bits: network.proofOfWorkLimitBits,
    nonce,
  };
  return concatBytes(encodeBlockHeader(header), ...transactions);
}

/** ID of the genesis block, 64 hex characters. @throws ProtocolError `network_not_initializable` */
export function genesisBlockId(network: Network): BlockId {
  return blockId(genesisBlock(network));
}
