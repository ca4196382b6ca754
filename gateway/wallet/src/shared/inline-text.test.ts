import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const FILES = globSync(['*.tsx', '{features,shared}/**/*.{ts,tsx}'], { cwd: SOURCE }).filter(
  (file) => !file.includes('.test.') && !file.endsWith('texts.ts'),
);
/** Two words with a space between, or a capitalized word. */
const READS_AS_TEXT = /\p{L}{2,}[,.:;]?\s+\p{L}{2,}|^\s*\p{Lu}\p{Ll}+/u;
/** Attributes that are not shown, such as lists of class names. */
const HIDDEN_ATTRIBUTES = new Set(['class', 'rel', 'd', 'viewBox']);

/** Texts in a source file that the page shows but the catalogue does not contain. */
function inlineTexts(name: string, code: string): string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isNotShown(node)) return;
    if (isInlineText(node)) found.push(`${name}: ${node.getText(file).trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isInlineText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /\p{L}{2,}/u.test(node.text);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node))
    return READS_AS_TEXT.test(node.text);
  if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return /\s\p{L}{2,}/u.test(node.text);
  return false;
}

/** Texts that are not shown: imports, types, class names, error messages, names of commands and files. */
function isNotShown(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isStringLiteral(node) && ts.isBinaryExpression(node.parent)) return isComparison(node.parent);
  if (ts.isNewExpression(node)) return /(Error|Exception)$/.test(node.expression.getText());
  if (ts.isJsxAttribute(node)) return HIDDEN_ATTRIBUTES.has(node.name.getText());
  return ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'code';
}

/** Compared values, such as names of keys, are not shown. */
function isComparison({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

test.each(FILES)('%s takes every shown text from the catalogue', (file) => {
  expect(inlineTexts(file, readFileSync(join(SOURCE, file), 'utf8'))).toEqual([]);
});

test.each([
  '<p>Hello</p>',
  '<p>{n} of it</p>',
  '<Notice title="Gone" />',
  "<p>{gone ? 'not here' : x}</p>",
  'const text = `${n} words`;',
  'const text = `Word ${n}`;',
])('an inline text is found: %s', (code) => {
  expect(inlineTexts('x.tsx', code)).toHaveLength(1);
});

test.each([
  "<p class={`c-row ${x}`} aria-label={t('a.b')}>…{t('c.d')} · {n}</p>",
  '<code>npm start</code>',
  "if (event.key === 'Escape') close();",
  "import { Button } from 'Some thing';",
  "type Kind = 'Some kind';",
  "throw new Error('It does not happen');",
])('a text that is not shown is allowed: %s', (code) => {
  expect(inlineTexts('x.tsx', code)).toEqual([]);
});
