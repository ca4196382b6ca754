/** The projection behind the indexed routes: its ledger, its tables, and the questions to them, over an engine that a home gives. */
export * from './answers.ts';
export * from './engine.ts';
export * from './index-reader.ts';
export * from './projected-block.ts';
export * from './projection.ts';
export * from './questions.ts';
export * from './schema.ts';
export * from './series.ts';
export * from './sqlite.ts';
export * from './store.ts';
export * from './table-writer.ts';
export * from './tables.ts';
