import { type BlockId, parseBlockId } from './identifiers.ts';
import { encodeAddress } from './address.ts';
import { PEBBLES_PER_CRN } from './amount.ts';
import { AccountRecords } from './account-records.ts';
import { blockId, type BlockHeader, encodeBlockHeader } from './block-header.ts';
import { concatBytes } from './bytes.ts';
import { BLOCK_VERSION } from './consensus/header-rules.ts';
import { INITIAL_SUBSIDY } from './consensus/subsidy.ts';
import { developmentAccounts } from './development-accounts.ts';
import { ProtocolError } from './errors.ts';
import { hash160 } from './hash.ts';
import type { Network } from './networks.ts';
import { createCoinbase, encodeTransaction, signTransaction, type Transaction } from './transaction.ts';

/** What the headers of the genesis blocks do not have from the network; the nonces are the lowest that meet the targets. */
const HEADERS: Readonly<Record<string, Pick<BlockHeader, 'merkleRoot' | 'miner' | 'nonce'>>> = {
  testnet: {
    merkleRoot: 'a38e757bab1262653470e2c2b0fed3ed094084384997c589ff1fdea6d0ac881f',
    miner: 'TVnAbzFkSU4UFtUE2MvDMv2gpHtb473C8t',
    nonce: 1_759_307,
  },
  devnet: {
    merkleRoot: '34cff38b1900d0d47452e197e701d8aae6f2deebc20ba29e0968907a0e0e5bdd',
    miner: 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK',
    nonce: 1,
  },
};

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
 * The header of a network's genesis block, without making the block.
 * @returns 118 bytes
 * @throws ProtocolError `network_not_initializable` for mainnet, which is reserved
 */
export function genesisHeader(network: Network): Uint8Array {
  const header = HEADERS[network.name];
  if (header === undefined || network.proofOfWorkLimitBits === undefined) {
    throw new ProtocolError(
      'network_not_initializable',
      `${network.name} is reserved: it cannot be initialized in this version`,
      { network: network.name },
    );
  }
  return encodeBlockHeader({
    ...header,
    version: BLOCK_VERSION,
    height: 0,
    previousBlockId: parseBlockId('0'.repeat(64)),
    timestamp: network.genesisTime,
    bits: network.proofOfWorkLimitBits,
  });
}

/** The blocks that were made: devnet's has nine signatures, and one process may open many chains. */
const made = new WeakMap<Network, Uint8Array>();

/**
 * The genesis block of a network, built by PROTOCOL.md section 5.
 * @returns its canonical bytes, which are the caller's own
 * @throws ProtocolError `network_not_initializable` for mainnet, which is reserved
 */
export function genesisBlock(network: Network): Uint8Array {
  const block = made.get(network) ?? makeGenesisBlock(network);
  made.set(network, block);
  return block.slice();
}

function makeGenesisBlock(network: Network): Uint8Array {
  const header = genesisHeader(network);
  const transactions = network.name === 'devnet' ? devnetTransactions(network) : testnetTransactions(network);
  return concatBytes(header, ...new AccountRecords().commit(0, transactions.map(encodeTransaction)));
}

/** ID of the genesis block, 64 hex characters. @throws ProtocolError `network_not_initializable` */
export function genesisBlockId(network: Network): BlockId {
  return blockId(genesisHeader(network));
}
