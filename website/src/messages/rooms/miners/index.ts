import { openRoom } from '../../catalogues.ts';

await openRoom({ en: () => import('./en.ts'), de: () => import('./de.ts') });
