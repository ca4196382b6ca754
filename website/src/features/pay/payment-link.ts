import { type Address, identifyAddressNetwork, type NetworkName } from '@cairn/protocol';
import { parsePaymentRequest, type PaymentRequest } from '@cairn/wallet/payment-request';

/** What a payment link asks for, or why it cannot be used. */
export type PaymentLink =
  | {
      readonly kind: 'request';
      readonly request: PaymentRequest & { readonly address: Address };
      readonly network: NetworkName;
    }
  | { readonly kind: 'none' | 'damaged' | 'unknown_requirement' };

/**
 * Reads the fragment of a payment link (`/pay#cairn:…`, docs/PAYMENT-REQUESTS.md): it is sent to no server. Anybody can
 * have written it.
 */
export function readPaymentLink(fragment: string): PaymentLink {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { kind: 'none' };
  const parsed = parsePaymentRequest(text);
  if (parsed.kind !== 'request') return { kind: parsed.kind === 'invalid' ? parsed.problem : 'damaged' };
  const { request } = parsed;
  const network = identifyAddressNetwork(request.address);
  return network === undefined ? { kind: 'damaged' } : { kind: 'request', request, network };
}
