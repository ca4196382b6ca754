/** The private RPC without a server: its routes. */
export * from './context.ts';
export * from './routes.ts';
