import { loadGroup } from '../../catalogues.ts';

await loadGroup({ en: () => import('./en.ts'), de: () => import('./de.ts') });
