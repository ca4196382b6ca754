import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, COINBASE_SENDER } from '@cairn/protocol';
import { looksAlike } from './address-comparison.ts';

/**
 * Why an address is known, the most trusted first: an own account, a saved contact, a former recipient, a former payer,
 * which an attacker can easily become.
 */
const TRUSTS = ['own', 'contact', 'paid', 'paid_by'] as const;
export type Trust = (typeof TRUSTS)[number];

/** An address that the wallet knows. */
export interface KnownAddress {
  readonly address: Address;
  readonly trust: Trust;
  /** A contact's or account's name. */
  readonly name?: string;
}

/** Facts about a recipient that the user needs before paying. */
export interface RecipientRisk {
  /** The known address that equals the recipient's; absent for an unknown recipient. */
  readonly known?: KnownAddress;
  /** True if the loaded history contains no transfer to the recipient; false for an own account. */
  readonly firstTime: boolean;
  /** Another known address, at least as trusted, that the recipient's could be mistaken for. */
  readonly lookAlike?: KnownAddress;
}

/** Every address that the wallet knows, each with its highest trust. */
export function collectKnownAddresses(input: {
  own: readonly { readonly address: Address; readonly name?: string }[];
  contacts: readonly { readonly address: Address; readonly name: string }[];
  /** Loaded transfers of the own accounts. */
  transfers: readonly Pick<RpcTransaction, 'from_address' | 'to_address'>[];
}): KnownAddress[] {
  const own = new Set(input.own.map(({ address }) => address));
  const paid = input.transfers.filter(({ from_address }) => own.has(from_address));
  const received = input.transfers.filter(({ to_address }) => own.has(to_address));
  const seen: KnownAddress[] = [
    ...input.own.map((account) => ({ ...account, trust: 'own' as const })),
    ...input.contacts.map(({ address, name }) => ({ address, name, trust: 'contact' as const })),
    ...paid.map(({ to_address: address }) => ({ address, trust: 'paid' as const })),
    ...received.map(({ from_address: address }) => ({ address, trust: 'paid_by' as const })),
  ];
  const strongest = new Map<string, KnownAddress>();
  for (const item of seen) {
    if (item.address !== COINBASE_SENDER && !strongest.has(item.address)) strongest.set(item.address, item);
  }
  return [...strongest.values()];
}

/** Compares a valid recipient with the addresses that the wallet knows. */
export function recipientRisk(input: {
  address: Address;
  known: readonly KnownAddress[];
  /** Former recipients, own addresses included. */
  paid: ReadonlySet<string>;
}): RecipientRisk {
  const { address, known, paid } = input;
  const match = known.find((item) => item.address === address);
  const lookAlike = findLookAlike(address, match?.trust, known);
  return {
    ...(match && { known: match }),
    firstTime: match?.trust !== 'own' && !paid.has(address),
    ...(lookAlike && { lookAlike }),
  };
}

/**
 * The most trusted address that `address` could be mistaken for. An own address or contact is not compared, because it
 * was checked when it was added; any other is compared with all addresses that are at least as trusted.
 */
function findLookAlike(
  address: Address,
  trust: Trust | undefined,
  known: readonly KnownAddress[],
): KnownAddress | undefined {
  if (trust === 'own' || trust === 'contact') return undefined;
  const rank = (item: Trust | undefined): number =>
    item === undefined ? TRUSTS.length : TRUSTS.indexOf(item);
  return known
    .filter((item) => rank(item.trust) <= rank(trust) && looksAlike(address, item.address))
    .toSorted((a, b) => rank(a.trust) - rank(b.trust))[0];
}
