/** `npm run bench -- NAME`: runs one benchmark. */
import { createCommand } from '@cairn/suite/options';
import { BENCHES } from './benches.ts';

const [name = '', ...options] = process.argv.slice(2);
if (Object.hasOwn(BENCHES, name)) {
  process.argv.splice(2, Infinity, ...options);
  await import(`./${name}.ts`);
} else {
  const list = Object.entries(BENCHES).map(([bench, about]) => `  ${bench.padEnd(9)} ${about}`);
  const example = 'Each has options of its own: npm run bench -- import --help';
  const command = createCommand(
    'npm run bench --',
    'Speed and memory, beside the best that this machine does.',
  )
    .usage('NAME [options]')
    .argument('[name]')
    .addHelpText('after', `\n${list.join('\n')}\n\n${example}`)
    .parse();
  command.error(`error: name one benchmark: ${Object.keys(BENCHES).join(', ')}`);
}
