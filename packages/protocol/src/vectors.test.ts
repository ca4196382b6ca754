import { describe, expect, it } from 'vitest';
import accounts from '../../../test/vectors/accounts.json' with { type: 'json' };
import addresses from '../../../test/vectors/addresses.json' with { type: 'json' };
import difficulty from '../../../test/vectors/difficulty.json' with { type: 'json' };
import forkChoice from '../../../test/vectors/fork-choice.json' with { type: 'json' };
import genesis from '../../../test/vectors/genesis.json' with { type: 'json' };
import merkle from '../../../test/vectors/merkle.json' with { type: 'json' };
import transactions from '../../../test/vectors/transactions.json' with { type: 'json' };
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from './development-accounts.ts';
import { deriveKey } from './hd-keys.ts';
import * as protocol from './index.ts';

const { bytesToHex, hexToBytes } = protocol;
/** The vectors name networks as text. */
const getNetwork = (name: string) => protocol.getNetwork(name as protocol.NetworkName);

describe.each(['testnet', 'devnet'] as const)('the development accounts on %s', (name) => {
  const network = getNetwork(name);

  it('are those of the vectors', () => {
    expect(accounts.mnemonic).toBe(DEVELOPMENT_MNEMONIC);
    const computed = developmentAccounts(network).map(({ index, privateKey, publicKey, address }) => ({
      index,
      private_key: bytesToHex(privateKey),
      public_key: bytesToHex(publicKey),
      address,
    }));
    expect(computed).toEqual(accounts.networks[name]);
  });

  it('derive from the mnemonic by BIP-39 and BIP-32', () => {
    for (const { index, private_key, address } of accounts.networks[name]) {
      const key = deriveKey({ mnemonic: accounts.mnemonic, network, index });
      expect(bytesToHex(key.privateKey)).toBe(private_key);
      expect(key.address).toBe(address);
    }
  });
});

describe('addresses', () => {
  const { valid, invalid } = addresses;

  it.each(valid)('$address of $network encodes $hash160', ({ network, hash160, address }) => {
    expect(protocol.encodeAddress(hexToBytes(hash160), getNetwork(network))).toBe(address);
    expect(bytesToHex(protocol.decodeAddress(address, getNetwork(network)))).toBe(hash160);
    expect(protocol.identifyAddressNetwork(address)).toBe(network);
    expect(address[0]).toBe(getNetwork(network).addressPrefix);
  });

  it.each(invalid)('refuses "$address": $why', ({ network, address }) => {
    expect(protocol.isValidAddress(address, getNetwork(network))).toBe(false);
    expect(() => protocol.decodeAddress(address, getNetwork(network))).toThrow(protocol.ProtocolError);
  });
});

describe('transactions', () => {
  const { valid, invalid_signature } = transactions;

  it.each(valid)('$id is signed, encoded and hashed as in the vectors', (vector) => {
    const body = {
      chain: vector.chain,
      nonce: vector.nonce,
      fee: protocol.parsePebbles(vector.fee),
      value: protocol.parsePebbles(vector.value),
      fromAddress: vector.from_address,
      toAddress: vector.to_address,
    };
    const signed = protocol.signTransaction(body, hexToBytes(vector.private_key));
    const raw = protocol.encodeTransaction(signed);
    expect(bytesToHex(protocol.signingDigest(body))).toBe(vector.signing_digest);
    expect(bytesToHex(signed.unlockSig)).toBe(vector.unlock_sig);
    expect(bytesToHex(raw)).toBe(vector.raw);
    expect(protocol.transactionId(raw)).toBe(vector.id);
    expect(protocol.verifyTransactionSignature(raw, getNetwork(vector.network))).toBe(true);
    expect(bytesToHex(protocol.encodeTransaction(protocol.decodeTransaction(raw)))).toBe(vector.raw);
  });

  it.each(invalid_signature)('refuses a signature: $why', ({ network, raw }) => {
    expect(protocol.verifyTransactionSignature(hexToBytes(raw), getNetwork(network))).toBe(false);
  });
});

describe('Merkle trees', () => {
  it.each(merkle.cases)('root $root', ({ leaves, root, index, path }) => {
    const bytes = leaves.map(hexToBytes);
    expect(bytesToHex(protocol.merkleRoot(bytes))).toBe(root);
    expect(protocol.merklePath(bytes, index).map(bytesToHex)).toEqual(path);
    const proof = { leaf: bytes[index]!, index, size: leaves.length, path: path.map(hexToBytes) };
    expect(protocol.verifyMerklePath({ ...proof, root: hexToBytes(root) })).toBe(true);
    expect(protocol.verifyMerklePath({ ...proof, root: hexToBytes('00'.repeat(32)) })).toBe(false);
  });
});

it.each(forkChoice.work)('the work of $bits is $work', ({ bits, work }) => {
  expect(protocol.formatWork(protocol.blockWork(protocol.parseBits(bits)))).toBe(work);
});

describe('difficulty', () => {
  const { compact } = difficulty;
  const asert_testnet = difficulty.asert_testnet as [height: number, timestamp: number, bits: string][];

  it.each(compact)('$bits encodes $target', ({ bits, target }) => {
    expect(protocol.decodeBits(protocol.parseBits(bits)).toString(16).padStart(64, '0')).toBe(target);
    expect(protocol.formatBits(protocol.encodeTarget(BigInt(`0x${target}`)))).toBe(bits);
  });

  it('follows aserti3-2d over the whole testnet chain of the vectors', () => {
    const [, anchorTimestamp] = asert_testnet[0]!;
    const computed = asert_testnet.map(([height, timestamp]) => [
      height,
      timestamp,
      protocol.formatBits(
        protocol.expectedBits(getNetwork('testnet'), { height, timestamp }, anchorTimestamp),
      ),
    ]);
    expect(computed).toEqual(asert_testnet);
  });
});

describe.each(['testnet', 'devnet'] as const)('the genesis block of %s', (name) => {
  const vector = genesis.networks[name];
  const raw = protocol.genesisBlock(getNetwork(name));

  it('is that of the vectors, byte for byte', () => {
    expect(bytesToHex(raw)).toBe(vector.raw);
    expect(protocol.genesisBlockId(getNetwork(name))).toBe(vector.id);
    const { header } = protocol.decodeBlock(raw);
    expect([header.merkleRoot, header.nonce]).toEqual([vector.merkle_root, vector.nonce]);
    expect(protocol.meetsTarget(protocol.blockIdBytes(raw.slice(0, protocol.HEADER_SIZE)), header.bits)).toBe(
      true,
    );
    expect(protocol.splitBlock(raw).transactionBytes.map(protocol.transactionId)).toEqual(
      vector.transaction_ids,
    );
  });
});
