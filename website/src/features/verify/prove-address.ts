import { Unavailable } from './findings.ts';
import type { AddressSubject, ProvenAddress } from './proof.ts';
import type { Proven, ProofContext } from './session.ts';

/** Proves balance, nonce and history of an address by the newest block. */
export function proveAddress(
  context: ProofContext,
  _subject: AddressSubject,
): Promise<Proven<ProvenAddress>> {
  context.findings.begin('account');
  return Promise.reject(new Unavailable('not_supported'));
}
