/** A thread that signs the transfers of a bench chain. */
import { parentPort } from 'node:worker_threads';
import { concatBytes, encodeTransaction, getPublicKey, signDigest, signingDigest } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { NETWORK, senderKey, type SignRequest } from './senders.ts';

interface KeyPair {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Computed once each, because a public key costs as much as a signature. */
const known = new Map<string, KeyPair>();

function keyPair(keys: SignRequest['keys'], signer: number): KeyPair {
  const name = `${keys} ${signer}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const privateKey = keys === 'treasury' ? developmentAccounts(NETWORK)[0]!.privateKey : senderKey(signer);
  const pair = { privateKey, publicKey: getPublicKey(privateKey) };
  known.set(name, pair);
  return pair;
}

parentPort!.on('message', ({ keys, transfers }: SignRequest) => {
  const signed = transfers.map(({ signer, body }) => {
    const { privateKey, publicKey } = keyPair(keys, signer);
    const unlockSig = concatBytes(signDigest(signingDigest(body), privateKey), publicKey);
    return encodeTransaction({ ...body, unlockSig });
  });
  parentPort!.postMessage(concatBytes(...signed));
});
