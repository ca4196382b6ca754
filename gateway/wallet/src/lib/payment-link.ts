import { parsePaymentRequest } from '@cairn/wallet';
import { addressBar, type AddressBar } from './launch.ts';
import { hrefOf } from './route.ts';

/**
 * Takes a payment request out of the page's address (`#cairn:…`, docs/PAYMENT-REQUESTS.md) and leads to the send screen.
 * Any page may link here: the request only fills in the form, where it is checked like what is typed.
 * @returns the request as it stands in the address, readable or not; `undefined` when the address holds none
 */
export function takePaymentLink(bar: AddressBar = addressBar): string | undefined {
  const request = bar.hash.slice(1);
  if (parsePaymentRequest(request).kind === 'other') return undefined;
  bar.replace(`/${hrefOf('send')}`);
  return request;
}
