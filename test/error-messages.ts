import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * An error message, or a fragment of one, in the sources. Search for a message by `pattern`, for a fragment by `text`.
 */
export interface Wording {
  /** The message with `…` for each value. */
  readonly text: string;
  /** Matches the message with any values, and captures each. */
  readonly pattern: RegExp;
  /** True for part of another message. */
  readonly isFragment: boolean;
  /** Path of its file from the root. */
  readonly file: string;
}

/** The parts of the sources to search. */
export interface Search {
  /** Files and folders, relative to the root. */
  readonly paths: readonly string[];
  /** Error classes. */
  readonly classes: readonly string[];
  /** Functions that create or throw such an error, or return part of its message. */
  readonly functions: readonly string[];
  /** Variables and properties with part of such a message. */
  readonly variables: readonly string[];
}

/** All messages of these errors in the sources; single words are codes and are left out. */
export function findWordings(search: Search): Wording[] {
  return search.paths.flatMap(sourcesIn).flatMap((file) => wordingsOf(file, search));
}

function sourcesIn(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !/(\.test|test-support)\.ts$/.test(name))
    .map((name) => join(path, name));
}

function wordingsOf(file: string, search: Search): Wording[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Wording[] = [];
  const visit = (node: ts.Node): void => {
    for (const part of messagePartsOf(node, search)) collect(part, file, false, found);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The expressions of a node that are a message or a part of one. */
function messagePartsOf(node: ts.Node, { classes, functions, variables }: Search): ts.Node[] {
  if (ts.isNewExpression(node) && classes.includes(node.expression.getText()))
    return [...(node.arguments ?? [])];
  if (ts.isCallExpression(node)) {
    const isSuper = node.expression.kind === ts.SyntaxKind.SuperKeyword;
    const name = isSuper ? classAround(node) : node.expression.getText();
    return (isSuper ? classes : functions).includes(name) ? [...node.arguments] : [];
  }
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) {
    return variables.includes(node.name.getText()) && node.initializer ? [node.initializer] : [];
  }
  if (ts.isReturnStatement(node) && node.expression) {
    return functions.includes(functionAround(node)) ? [node.expression] : [];
  }
  return [];
}

function classAround(node: ts.Node): string {
  return ts.findAncestor(node, ts.isClassDeclaration)?.name?.getText() ?? '';
}

function functionAround(node: ts.Node): string {
  return ts.findAncestor(node, ts.isFunctionDeclaration)?.name?.getText() ?? '';
}

/** @param isFragment true inside a placeholder of a template */
function collect(node: ts.Node, file: string, isFragment: boolean, found: Wording[]): void {
  if (ts.isStringLiteralLike(node)) return add([node.text], file, isFragment, found);
  if (ts.isTemplateExpression(node)) {
    add([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)], file, isFragment, found);
    for (const { expression } of node.templateSpans) collect(expression, file, true, found);
    return;
  }
  // `visit` finds texts inside these separately.
  if (ts.isNewExpression(node) || ts.isObjectLiteralExpression(node)) return;
  const isCall = ts.isCallExpression(node);
  ts.forEachChild(node, (child) => {
    if (!isCall) collect(child, file, isFragment, found);
  });
}

function add(pieces: readonly string[], file: string, isFragment: boolean, found: Wording[]): void {
  const text = pieces.join('…');
  if (!/[a-z]{2}.*[ .]|[ .].*[a-z]{2}/.test(text)) return;
  const source = pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('(.+)');
  found.push({ text, pattern: new RegExp(`^${source}$`, 's'), isFragment, file });
}

/** The literals of a union type, such as the codes of an error. */
export function findCodes(file: string, type: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const alias = source.statements.find(
    (node): node is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(node) && node.name.text === type,
  );
  const codes: string[] = [];
  alias?.forEachChild(function visit(node): void {
    if (ts.isStringLiteral(node)) codes.push(node.text);
    node.forEachChild(visit);
  });
  return codes;
}
