import type { OpenApiDocument } from '@cairn/api/openapi';
import type { RunningServer } from '@cairn/http';
import { NETWORKS } from '@cairn/protocol';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startExplorerApi } from '../../src/explorer-api/index.ts';
import { send } from '@cairn/http/test-support';
import { openReplica, type Replica } from '../replica.ts';

/** No server listens there. */
const UNREACHABLE = 'postgres://nobody@127.0.0.1:1/none';

let replica: Replica;
let api: RunningServer;

beforeAll(async () => {
  const options = { network: NETWORKS.devnet, logger: pino({ level: 'silent' }) };
  replica = openReplica({ ...options, database: UNREACHABLE });
  api = await startExplorerApi(replica.context, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await api.close();
  await replica.close();
});

it('a replica without its database answers 503 on every route, as the OpenAPI document says', async () => {
  const document = JSON.parse((await send(api.url, '/openapi.json')).text) as OpenApiDocument;
  for (const [path, { get }] of Object.entries(document.paths)) {
    const example = (name: string): string =>
      String(get.parameters!.find((parameter) => parameter.name === name)!.example);
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => example(name));
    const { status, text } = await send(api.url, target);
    const { enum: codes } = (
      get.responses['503']!.content!['application/json']!.schema as {
        properties: { error: { enum: readonly string[] } };
      }
    ).properties.error;
    expect([target, status, codes]).toEqual([target, 503, expect.arrayContaining([JSON.parse(text).error])]);
  }
});
