import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import type { PrivateKey } from '@libp2p/interface';
import { hexToBytes } from '@cairn/protocol';
import { readOrCreateTokenFile, TokenFileError } from '@cairn/token-file';

/** `peer.key` cannot be used; the message is one line. The file is never changed. */
export class PeerKeyError extends Error {
  override readonly name = 'PeerKeyError';

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`cannot use the peer key ${path}: ${problem}`, options);
  }
}

/**
 * Reads the node's identity in the peer network, an Ed25519 key whose seed is written in `<data-dir>/peer.key` as 64 hex
 * digits, and creates it if absent. The file follows the rules of the RPC's token (PROTOCOL.md section 6).
 * @throws PeerKeyError if the file cannot be created or read, or is not a key that only this user can read
 */
export async function readOrCreatePeerKey(path: string): Promise<PrivateKey> {
  const seed = await readOrCreateTokenFile(path).catch((error: unknown) => {
    if (!(error instanceof TokenFileError)) throw error;
    throw new PeerKeyError(path, error.problem, { cause: error });
  });
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new PeerKeyError(path, 'it does not contain 64 hex digits');
  return generateKeyPairFromSeed('Ed25519', hexToBytes(seed));
}
