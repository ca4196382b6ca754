import { addressFromPublicKey, identifyAddressNetwork } from './address.ts';
import { bytesToHex, concatBytes, hexToBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { sha256 } from './hash.ts';
import { getNetwork, type Network } from './networks.ts';
import { getPublicKey, PUBLIC_KEY_SIZE, SIGNATURE_SIZE, signDigest, verifySignature } from './signature.ts';

/** Domain separator of signed messages: no other digest of this chain begins with it. */
const TAG = sha256(new TextEncoder().encode('Cairn signed message'));

/** Maximum size of a message in bytes of UTF-8. */
export const MAX_MESSAGE_SIZE = 10_000;

/** A text with the signature of the key of an address. */
export interface SignedMessage {
  /** The text, with `\n` as line ends. */
  readonly message: string;
  readonly address: string;
  /** 256 hex characters: signature r ‖ s (64 bytes), then public key X ‖ Y (64 bytes), as in a transaction. */
  readonly signature: string;
}

/** The text as it is signed: with `\n` as line ends, because e-mail programs and forms change them. */
function normalizeLines(message: string): string {
  return message.replace(/\r\n?/g, '\n');
}

/**
 * The 32 bytes that are signed for a message: SHA256(T ‖ T ‖ chain ID ‖ UTF-8 of the text), T = SHA256("Cairn signed
 * message"). No text has the digest of a transaction, which is the SHA-256 of 32 bytes, while this is of 65 or more. The
 * chain ID prevents a signature from being presented on another network.
 * @throws ProtocolError `invalid_message` for a text that is empty, has more than `MAX_MESSAGE_SIZE` bytes, or is not
 *   Unicode
 */
export function messageDigest(message: string, network: Network): Uint8Array {
  if (!message.isWellFormed()) throw new ProtocolError('invalid_message', 'a message is Unicode text');
  const bytes = new TextEncoder().encode(normalizeLines(message));
  if (bytes.length === 0 || bytes.length > MAX_MESSAGE_SIZE) {
    throw new ProtocolError('invalid_message', `a message has 1 to ${MAX_MESSAGE_SIZE} bytes`);
  }
  return sha256(concatBytes(TAG, TAG, Uint8Array.of(network.chainId), bytes));
}

/**
 * Signs a message with an account's key. The signature proves possession of the key and moves no coins.
 * @throws ProtocolError `invalid_message`, `invalid_key`
 */
export function signMessage(message: string, privateKey: Uint8Array, network: Network): SignedMessage {
  const signature = signDigest(messageDigest(message, network), privateKey);
  const publicKey = getPublicKey(privateKey);
  return {
    message: normalizeLines(message),
    address: addressFromPublicKey(publicKey, network),
    signature: bytesToHex(concatBytes(signature, publicKey)),
  };
}

/** True if the key of the address signed this message, on the address's network. False for anything malformed. */
export function verifyMessage({ message, address, signature }: SignedMessage): boolean {
  const name = identifyAddressNetwork(address);
  if (name === undefined) return false;
  try {
    const network = getNetwork(name);
    const proof = hexToBytes(signature);
    if (proof.length !== SIGNATURE_SIZE + PUBLIC_KEY_SIZE) return false;
    const publicKey = proof.subarray(SIGNATURE_SIZE);
    if (addressFromPublicKey(publicKey, network) !== address) return false;
    return verifySignature(proof.subarray(0, SIGNATURE_SIZE), messageDigest(message, network), publicKey);
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

const BEGIN = '-----BEGIN CAIRN SIGNED MESSAGE-----';
const MIDDLE = '-----BEGIN CAIRN SIGNATURE-----';
const END = '-----END CAIRN SIGNED MESSAGE-----';

/** Address and signature as {@link formatSignedMessage} writes them below the text. */
const PROOF = /^address: ([1-9A-HJ-NP-Za-km-z]{34})\nsignature: ([0-9a-f]{256})$/;

/** A signed message as one block of text, which can be sent and pasted. */
export function formatSignedMessage({ message, address, signature }: SignedMessage): string {
  return [BEGIN, message, MIDDLE, `address: ${address}`, `signature: ${signature}`, END].join('\n');
}

/**
 * Parses a block of text from {@link formatSignedMessage}, with white space around it and any line ends; `undefined` for
 * anything else. Nothing is verified. The last separator line counts, so that a message may contain such lines itself.
 */
export function parseSignedMessage(text: string): SignedMessage | undefined {
  const block = normalizeLines(text).trim();
  if (!block.startsWith(`${BEGIN}\n`) || !block.endsWith(`\n${END}`)) return undefined;
  const inner = block.slice(BEGIN.length + 1, -END.length - 1);
  const place = inner.lastIndexOf(`\n${MIDDLE}\n`);
  if (place === -1) return undefined;
  const proof = PROOF.exec(inner.slice(place + MIDDLE.length + 2));
  if (proof === null) return undefined;
  return { message: inner.slice(0, place), address: proof[1]!, signature: proof[2]! };
}
