// The same in a page: what it shows was computed here.
import type { NetworkName } from '@cairn/protocol';
import { verify } from './verify.ts';

const { VITE_API = 'http://127.0.0.1:28000', VITE_NETWORK = 'devnet' } = import.meta.env;

const find = (id: string): HTMLElement => document.getElementById(id)!;
const asked = find('asked') as HTMLInputElement;
const result = find('result');

find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  result.textContent = 'checking …';
  verify(VITE_API, VITE_NETWORK as NetworkName, asked.value.trim()).then(
    (proven) => (result.textContent = proven),
    (error: Error) => (result.textContent = `not proven: ${error.message}`),
  );
});
