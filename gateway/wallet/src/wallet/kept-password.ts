/** The password of an open wallet, kept for reloads of this tab if the wallet's owner chose that in the settings. */
export interface KeptPassword {
  keep(password: string): Promise<void>;
  /** The kept password; `undefined` if there is none. */
  read(): Promise<string | undefined>;
  drop(): void;
}

const DATABASE = 'cairn-wallet-kept';
const STORE = 'keys';
const ITEM = 'cairn-wallet-kept';

/**
 * Keeps the password encrypted in the tab's session storage, which ends with the tab, under a key in IndexedDB that no
 * script can extract. Neither alone gives the password away. Rejections of the browser's storage count as nothing kept.
 */
export const keptPassword: KeptPassword = {
  async keep(password) {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const secret = new TextEncoder().encode(password);
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, secret));
    const id = crypto.randomUUID();
    await request('readwrite', (store) => store.put(key, id));
    sessionStorage.setItem(ITEM, JSON.stringify({ id, iv: [...iv], sealed: [...sealed] }));
  },
  async read() {
    const text = sessionStorage.getItem(ITEM);
    if (text === null) return undefined;
    const { id, iv, sealed } = JSON.parse(text) as { id: string; iv: number[]; sealed: number[] };
    const key = (await request('readonly', (store) => store.get(id))) as CryptoKey | undefined;
    if (key === undefined) return undefined;
    const parameters = { name: 'AES-GCM', iv: new Uint8Array(iv) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, new Uint8Array(sealed)));
  },
  drop() {
    if (sessionStorage.getItem(ITEM) === null) return;
    sessionStorage.removeItem(ITEM);
    indexedDB.deleteDatabase(DATABASE);
  },
};

/** One request to the store of keys, once its transaction is complete: a reload would otherwise undo it. */
async function request(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  await ended(opening, 'success');
  try {
    const transaction = opening.result.transaction(STORE, mode);
    const asked = ask(transaction.objectStore(STORE));
    await ended(transaction, 'complete');
    return asked.result;
  } finally {
    opening.result.close();
  }
}

function ended(work: IDBRequest | IDBTransaction, event: 'success' | 'complete'): Promise<void> {
  return new Promise((resolve, reject) => {
    work.addEventListener(event, () => resolve());
    work.addEventListener('error', () => reject(work.error ?? new Error('the browser gave no reason')));
  });
}
