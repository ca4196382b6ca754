// A page that asks for a payment, and learns of it: it needs an Explorer API, and has no key.
import { createCairn, formatCoins, type Payment } from '@cairn/sdk';

// Development account 1 of every devnet; set VITE_ADDRESS to yours, and VITE_API to the address of your API.
const { VITE_API, VITE_ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3' } = import.meta.env;
const WALLET = import.meta.env.VITE_WALLET ?? 'http://127.0.0.1:28080';

const find = (id: string): HTMLElement => document.getElementById(id)!;
const amount = find('amount') as HTMLInputElement;
const pay = find('pay') as HTMLAnchorElement;

/** A payment request (docs/PAYMENT-REQUESTS.md). The wallet opens filled in, and asks before it sends. */
function showRequest(): void {
  const request = `cairn:${VITE_ADDRESS}?amount=${amount.value}&label=Donation`;
  find('request').textContent = request;
  pay.href = `${WALLET}/#${request}`;
}

const payments = new Map<string, Payment>();

function showPayments(): void {
  const total = [...payments.values()].reduce((sum, { amount }) => sum + amount, 0n);
  find('total').textContent = formatCoins(total);
  find('payments').replaceChildren(
    ...[...payments.values()].map(({ amount, from }) => {
      const item = document.createElement('li');
      item.textContent = `${formatCoins(amount)} CRN from ${from}`;
      return item;
    }),
  );
}

amount.addEventListener('input', showRequest);
showRequest();
// A thank-you may be shown at once and taken back; goods wait for more confirmations.
for await (const { type, payment } of createCairn({ api: VITE_API }).watch(VITE_ADDRESS)) {
  if (type === 'received') payments.set(payment.id, payment);
  else payments.delete(payment.id);
  showPayments();
}
