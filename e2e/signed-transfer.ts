import type { RpcAccount } from '@cairn/api/rpc';
import { encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import type { Suite } from './suite.ts';

interface Transfer {
  readonly from: DevelopmentAccount;
  readonly to: string;
  /** In pebbles, like the fee. */
  readonly value: bigint;
  readonly fee: bigint;
}

/** The 213 bytes of a transfer with the sender's next nonce, as `cairn sign` signs it; nobody has them yet. */
export async function signedTransfer(suite: Suite, { from, to, value, fee }: Transfer): Promise<Uint8Array> {
  const account = (await suite.rpc(`/v1/accounts/${from.address}`)) as RpcAccount;
  const { chainId: chain } = getNetwork('devnet');
  const parties = { fromAddress: from.address, toAddress: to };
  return encodeTransaction(
    signTransaction({ chain, nonce: account.next_nonce, fee, value, ...parties }, from.privateKey),
  );
}
