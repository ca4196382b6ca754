/** Folders and builds of the checkout; nothing here is in an installed package. */
export * from './build.ts';
export * from './paths.ts';
