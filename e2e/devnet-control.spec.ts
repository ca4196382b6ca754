/** Devnet control over TCP, called by pages in a real browser. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { findFreePort } from '@cairn/suite';
import { expect, test } from './suite.ts';

/** An empty page of an origin of its own. */
async function servePage() {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('a listed page mines with the token; other pages change nothing, even with it', async ({
  suite,
  page,
}) => {
  const [listed, foreign] = [await servePage(), await servePage()];
  const control = `http://127.0.0.1:${await findFreePort()}`;
  const flags = ['--control-port', new URL(control).port, '--control-origin', listed.origin];
  await suite.stopNode();
  await suite.startNode(['--index', ...flags]);
  const token = readFileSync(join(dirname(suite.addresses.tokenFile), 'control.token'), 'utf8').trim();
  const { height } = await suite.devnet.state();

  await page.goto(listed.origin);
  const mine = ({ url, bearer }: { url: string; bearer: string }): Promise<number> =>
    fetch(`${url}/devnet/mine`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: '{"blocks":2}',
    }).then(
      ({ status }) => status,
      () => 0, // the browser let the page see nothing
    );
  expect(await page.evaluate(mine, { url: control, bearer: token })).toBe(200);
  expect(await page.evaluate(mine, { url: control, bearer: 'x'.repeat(64) })).toBe(401);
  expect(await suite.height()).toBe(height + 2);

  await page.goto(foreign.origin);
  expect(await page.evaluate(mine, { url: control, bearer: token })).toBe(0);
  const blind = await page.evaluate(async (url) => {
    const { type } = await fetch(`${url}/devnet/mine`, { method: 'POST', mode: 'no-cors', body: '{}' });
    return type;
  }, control);
  expect(blind).toBe('opaque');
  const [sent] = await Promise.all([
    page.waitForResponse(`${control}/devnet/mine`),
    page.evaluate((url) => {
      document.body.innerHTML = `<form method="post" action="${url}/devnet/mine"></form>`;
      document.forms[0]!.submit();
    }, control),
  ]);
  expect(sent.status()).toBe(403);
  expect(await suite.height()).toBe(height + 2);

  listed.close();
  foreign.close();
});
