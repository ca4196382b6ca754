/** The links of the documents lead somewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('every link of a document leads to a file or folder', () => {
  const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path));
  const links = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => ({
      path,
      target: target!,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ path, target }) => !existsSync(join(dirname(path), target)))).toEqual([]);
});
