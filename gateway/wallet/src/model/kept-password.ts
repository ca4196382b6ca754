import { type IDBPDatabase, openDB } from 'idb';

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
    await withKeys((keys) => keys.put(STORE, key, id));
    sessionStorage.setItem(ITEM, JSON.stringify({ id, iv: [...iv], sealed: [...sealed] }));
  },
  async read() {
    const text = sessionStorage.getItem(ITEM);
    if (text === null) return undefined;
    const { id, iv, sealed } = JSON.parse(text) as { id: string; iv: number[]; sealed: number[] };
    const key = (await withKeys((keys) => keys.get(STORE, id))) as CryptoKey | undefined;
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

async function withKeys<T>(use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(DATABASE, 1, { upgrade: (created) => void created.createObjectStore(STORE) });
  try {
    return await use(database);
  } finally {
    database.close();
  }
}
