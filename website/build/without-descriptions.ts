import { walk } from 'estree-walker';
import type { Expression, Node, PrivateIdentifier } from 'estree';
import { MagicString } from 'magic-string';
import type { Plugin } from 'vite';

/** Modules with the routes and schemas of the Explorer API. */
const CONTRACT = /\/packages\/api\/src\/(explorer\/|schema\.ts)/;
/** Functions that document a schema or parameter, with the index of the text argument. */
const TEXT_ARGUMENTS: Readonly<Record<string, number>> = { field: 1, component: 1, integer: 1 };
/** Properties of routes and parameters that only the OpenAPI document contains. */
const TEXT_PROPERTIES = new Set(['description', 'summary', 'example']);

/**
 * Removes the texts of the OpenAPI document from the browser's scripts, where no code reads them: 3 KB of every page. The
 * node builds the document from the unchanged sources.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'cairn-without-descriptions',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const changed = new MagicString(code);
        walk(this.parse(code) as Node, {
          enter(node) {
            const range = descriptionRange(node);
            if (range !== undefined) changed.overwrite(...range, "''");
          },
        });
        return { code: changed.toString(), map: changed.generateMap({ hires: true }) };
      },
    },
  };
}

type Range = [start: number, end: number];

/** Range of the description in a node. Only of a literal, because a computed value may be needed. */
function descriptionRange(node: Node): Range | undefined {
  const text = descriptionOf(node);
  if (text === undefined || !isText(text)) return undefined;
  const { start, end } = text as unknown as { start: number; end: number };
  return [start, end];
}

function descriptionOf(node: Node): Node | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
    const position = TEXT_ARGUMENTS[node.callee.name];
    return position === undefined ? undefined : node.arguments[position];
  }
  const isDocumentation =
    node.type === 'Property' && node.key.type === 'Identifier' && TEXT_PROPERTIES.has(node.key.name);
  return isDocumentation ? node.value : undefined;
}

function isText(node: Node | Expression | PrivateIdentifier): boolean {
  if (node.type === 'BinaryExpression') return isText(node.left) && isText(node.right);
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0;
  return node.type === 'Literal' && typeof node.value === 'string';
}
