import preact from '@astrojs/preact/client.js';
import { laterParts } from './later.tsx';

type Hydrate = ReturnType<typeof preact>;

/** Hydrates an island in the browser; resolves once its later parts are hydrated too. */
const hydrator =
  (element: HTMLElement): Hydrate =>
  async (component, props, ...rest) => {
    await preact(element)(component, { ...props, hydrates: true }, ...rest);
    await laterParts();
  };

export default hydrator;
