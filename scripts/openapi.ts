/** Writes the OpenAPI documents of the three HTTP interfaces to `docs/openapi`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDevnetOpenApi, buildExplorerOpenApi, buildRpcOpenApi } from '@cairn/api/openapi';

const folder = join(import.meta.dirname, '../docs/openapi');
mkdirSync(folder, { recursive: true });
const documents = {
  explorer: buildExplorerOpenApi(),
  rpc: buildRpcOpenApi(),
  devnet: buildDevnetOpenApi(),
};
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(document, undefined, 2)}\n`);
