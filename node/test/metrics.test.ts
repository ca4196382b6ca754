import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { VERSION } from '@cairn/http/version';
import { bytesToHex, decodeTransaction } from '@cairn/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { send, sendRaw } from '@cairn/http/test-support';
import { ACCOUNTS, mineTestBlock } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { whenAllAreOver, type WhenOver } from '../src/home/folder-test-support.ts';
import { startNodeHere, type NodeHere } from './cairn-process.ts';

const [, alice, bob] = ACCOUNTS;

/** The node that a test asks: the one of all tests, unless it starts another. */
let node: NodeHere;
/** Where its metrics are. */
let url: string;

/** Starts `node` and sets the `url` of its metrics. */
async function start(flags: readonly string[], whenOver?: WhenOver) {
  const ports = ['--explorer-port', '0', '--rpc-port', '0', '--metrics-port', '0'];
  const started = await startNodeHere([...ports, ...flags], undefined, whenOver);
  node = started;
  url = (await started.line(/Metrics at (http:.+)\/metrics/))[1]!;
  return { node, url };
}

let shared: Awaited<ReturnType<typeof start>>;
const whenOver = whenAllAreOver();
beforeAll(async () => void (shared = await start(['--no-p2p'], whenOver)));
beforeEach(() => ({ node, url } = shared));

/** Values by series, such as `name{label="value"}`. */
type Samples = ReadonlyMap<string, number>;

async function scrape(): Promise<Samples> {
  const { status, headers, text } = await send(url, '/metrics');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

/** Mines what is pending. */
const mineBlock = ({ chain, mempool } = node.running) =>
  mineTestBlock(
    chain,
    mempool.inBlockOrder().map(({ raw }) => decodeTransaction(raw)),
    { timestamp: Math.floor(Date.now() / 1_000) },
  );

/** Opens an event stream and disconnects after its first bytes. */
async function openAndLeave(path: string): Promise<void> {
  const { hostname, port } = new URL(node.explorerUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
}

describe('the metrics of a node', () => {
  it('follow blocks, submissions and requests', async () => {
    const { explorer, rpc } = node;
    const began = performance.now();
    const before = await scrape();
    const good = bytesToHex(signedTransfer(alice!, { fee: 7n }));
    await rpc.submitTransaction({ raw: good });
    await rpc.submitTransaction({ raw: good });
    const gap = bytesToHex(signedTransfer(bob!, { nonce: 5 }));
    await expect(rpc.submitTransaction({ raw: gap })).rejects.toMatchObject({ status: 422 });
    const pending = await scrape();
    await mineBlock();
    await explorer.getBlock({ height_or_hash: '1' });
    await explorer.getBlock({ height_or_hash: 'tip' }).catch(() => undefined);
    await send(node.explorerUrl, `/no/such/path/${'0'.repeat(64)}`);
    await send(node.explorerUrl, '/health', { method: 'BREW' }).catch(() => undefined);
    await send(node.rpcUrl, '/v1/status');
    await sendRaw(node.rpcUrl, 'GET /v1/status HTTP/1.1\r\nConnection: close\r\n\r\n');
    await openAndLeave('/api/v1/events');
    const stream =
      'cairn_http_requests_total{interface="explorer",method="GET",route="/api/v1/events",status_class="2xx"}';
    await expect.poll(async () => (await scrape()).get(stream)).toBe(1);
    const after = await scrape();

    const rise = (series: string): number => (after.get(series) ?? NaN) - (before.get(series) ?? 0);
    expect(rise('cairn_chain_height')).toBe(1);
    expect(after.get('cairn_chain_tip_age_seconds')).toBeLessThan(600);
    expect(rise('cairn_blocks_connected_total')).toBe(1);
    expect(rise('cairn_transactions_connected_total')).toBe(2);
    expect(rise('cairn_blocks_disconnected_total')).toBe(0);
    expect(after.get('cairn_block_files_bytes')).toBe(node.running.chain.storedBytes());
    expect(after.get('cairn_data_directory_free_bytes')).toBeGreaterThan(0);
    expect(rise('cairn_block_validation_seconds_count')).toBe(1);
    expect(rise('cairn_block_commit_seconds_count')).toBe(1);
    expect(after.get('cairn_block_commit_seconds_sum')).toBeGreaterThan(0);

    expect(pending.get('cairn_mempool_transactions')).toBe(1);
    expect(after.get('cairn_mempool_transactions')).toBe(0);
    expect(after.get('cairn_mempool_available')).toBe(1);
    expect(after.get('cairn_mempool_minimum_fee_pebbles')).toBe(1);
    expect(rise('cairn_submissions_accepted_total{source="rpc"}')).toBe(1);
    expect(rise('cairn_submissions_rejected_total{source="rpc",reason="nonce_gap"}')).toBe(1);
    expect(after.get('cairn_submissions_rejected_total{source="peers",reason="nonce_gap"}')).toBe(0);

    const answered = (api: string, method: string, route: string, statusClass: string): number =>
      rise(
        `cairn_http_requests_total{interface="${api}",method="${method}",route="${route}",status_class="${statusClass}"}`,
      );
    const block = '/api/v1/blocks/{height_or_hash}';
    expect(answered('explorer', 'GET', block, '2xx')).toBe(1);
    expect(answered('explorer', 'GET', block, '4xx')).toBe(1);
    expect(answered('explorer', 'GET', 'none', '4xx')).toBe(1);
    expect(answered('explorer', 'none', 'none', '4xx')).toBe(1);
    expect(answered('rpc', 'POST', '/v1/transactions', '2xx')).toBe(2);
    expect(answered('rpc', 'POST', '/v1/transactions', '4xx')).toBe(1);
    expect(answered('rpc', 'GET', '/v1/status', '4xx')).toBe(1);
    expect(answered('rpc', 'GET', 'none', '4xx')).toBe(1);
    const durations = 'cairn_http_request_duration_seconds';
    expect(after.has(`${durations}_count{interface="explorer",route="/api/v1/events"}`)).toBe(false);
    expect(rise(`${durations}_count{interface="explorer",route="${block}"}`)).toBe(2);
    const seconds = (performance.now() - began) / 1_000;
    expect(rise(`${durations}_sum{interface="explorer",route="${block}"}`)).toBeLessThan(seconds);
    expect(after.get('cairn_http_connections{interface="explorer"}')).toBeGreaterThanOrEqual(0);
  });

  it('count what peers and demo traffic submit, while a node follows its peer', async () => {
    const first = await start(['--p2p-port', '0', '--demo-traffic', '3']);
    const demo = 'cairn_submissions_accepted_total{source="demo"}';
    await expect.poll(async () => (await scrape()).get(demo)).toBe(3);
    await mineBlock();
    await start(['--p2p-port', '0', '--peer', first.node.running.peerAddresses[0]!]);
    await expect.poll(() => node.running.chain.tip()).toEqual(first.node.running.chain.tip());
    expect((await scrape()).get('cairn_peers{direction="outbound"}')).toBe(1);
    const { rpc } = node;
    expect((await rpc.status()).peers).toMatchObject([{ host: '127.0.0.1', inbound: false }]);
    const raw = bytesToHex(signedTransfer(alice!));
    // Gossip begins a moment after the handshake.
    await expect.poll(async () => (await rpc.submitTransaction({ raw })).relay_count).toBe(1);
    url = first.url;
    const fromPeers = 'cairn_submissions_accepted_total{source="peers"}';
    await expect.poll(async () => (await scrape()).get(fromPeers)).toBe(1);
  });

  it('report the state of the node, and the resources of the process', async () => {
    const samples = await scrape();
    const expected = {
      [`cairn_node_info{network="devnet",version="${VERSION}",signatures="native"}`]: 1,
      cairn_ready: 1,
      cairn_syncing: 0,
      'cairn_peers{direction="inbound"}': 0,
      'cairn_peers{direction="outbound"}': 0,
      cairn_known_addresses: 0,
      cairn_reached_addresses: 0,
      cairn_best_peer_height: 0,
      'cairn_index_state{state="disabled"}': 1,
      'cairn_index_state{state="ready"}': 0,
      cairn_index_lag_blocks: 0,
      cairn_index_height: -1,
      'cairn_queue_length{queue="blocks_to_validate"}': 0,
      'cairn_queue_length{queue="blocks_to_commit"}': 0,
      'cairn_queue_length{queue="transaction_checks"}': 0,
      'cairn_queue_length{queue="unrelayed_transactions"}': 0,
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, samples.get(name)]))).toEqual(
      expected,
    );
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total']) {
      expect(samples.get(name)).toBeGreaterThan(0);
    }
    expect([...samples.keys()].some((name) => name.startsWith('nodejs_eventloop_lag_'))).toBe(true);
  });

  it('follow the projection', async () => {
    await start(['--no-p2p', '--index']);
    await mineBlock();
    const read = async (name: string): Promise<number | undefined> => (await scrape()).get(name);
    await expect.poll(() => read('cairn_index_height')).toBe(1);
    await expect.poll(() => read('cairn_index_state{state="ready"}')).toBe(1);
    expect(await read('cairn_index_state{state="disabled"}')).toBe(0);
    expect(await read('cairn_index_lag_blocks')).toBe(0);
  });

  it('contain no secret, path or address, and do not grow by requests', async () => {
    const { token } = node;
    const count = async (): Promise<number> => {
      const before = await scrape();
      return [...before.keys()].filter((name) => name.startsWith('cairn_')).length;
    };
    await send(node.explorerUrl, '/api/v1/addresses/warm-up');
    await send(node.explorerUrl, '/warm-up');
    const before = await count();
    for (let number = 0; number < 50; number += 1) {
      await send(node.explorerUrl, `/api/v1/addresses/${alice!.address}${number}`);
      await send(node.explorerUrl, `/${token}/${number}?token=${token}`);
    }
    expect(await count()).toBe(before);
    const { text } = await send(url, '/metrics');
    for (const secret of [token, alice!.address, node.tokenFile, '/tmp', '127.0.0.1']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the rules and the dashboard of deploy/monitoring', () => {
  it.each(['cairn-rules.yml', 'cairn-dashboard.json'])('%s names only metrics of a node', async (file) => {
    const path = new URL(`../../deploy/monitoring/${file}`, import.meta.url);
    const named = readFileSync(path, 'utf8').match(/\b(cairn|nodejs|process)_\w+/g) ?? [];
    await send(node.explorerUrl, '/health'); // requests are counted from the first one on
    await expect
      .poll(async () => [...(await scrape()).keys()].join())
      .toContain('cairn_http_requests_total{');
    const served = new Set([...(await scrape()).keys()].map((series) => series.split('{', 1)[0]!));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  });
});

describe('the port of the metrics', () => {
  it('has one path and one method, and answers all other requests in JSON', async () => {
    const outcomes = await Promise.all([
      send(url, '/'),
      send(url, '/metrics/'),
      send(url, '/metrics', { method: 'POST' }),
      send(url, '/metrics?x', { method: 'HEAD' }),
    ]);
    expect(outcomes.map(({ status, headers }) => [status, headers.allow])).toEqual([
      [404, undefined],
      [404, undefined],
      [405, 'GET'],
      [405, 'GET'],
    ]);
    expect(outcomes.slice(0, 3).map(({ json }) => json)).toEqual([
      { error: 'not_found' },
      { error: 'not_found' },
      { error: 'method_not_allowed' },
    ]);
  });
});
