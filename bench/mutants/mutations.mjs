// The mutants of a source file: each changes one operator, condition, constant or statement, found in the syntax tree of TypeScript.
// AssemblyScript is close enough to be read by the same parser. Types, imports, texts and what is thrown are left alone, since a mutant
// there changes no answer; so is what `invariant` is told, except in the judges, whose answer it is.
import ts from 'typescript';

const { SyntaxKind } = ts;

/** Operators, and what each is mistaken for. */
const OPERATORS = new Map([
  [SyntaxKind.LessThanToken, ['<=', '>=']],
  [SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.EqualsEqualsToken, ['!=']],
  [SyntaxKind.ExclamationEqualsToken, ['==']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.PlusToken, ['-']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['+']],
  [SyntaxKind.AmpersandToken, ['|']],
  [SyntaxKind.BarToken, ['&']],
  [SyntaxKind.CaretToken, ['|']],
  [SyntaxKind.LessThanLessThanToken, ['>>']],
  [SyntaxKind.GreaterThanGreaterThanToken, ['<<']],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, ['<<']],
  [SyntaxKind.PlusEqualsToken, ['-=']],
  [SyntaxKind.MinusEqualsToken, ['+=']],
  [SyntaxKind.BarEqualsToken, ['&=', '=']],
  [SyntaxKind.AmpersandEqualsToken, ['|=', '=']],
]);

/** Methods of lists that are mistaken for each other. */
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** One change of a text: `text` instead of what stands from `start` to `end`. */
function mutant(source, node, kind, text) {
  const [start, end] = [node.getStart(source), node.getEnd()];
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  const old = source.text.slice(start, end);
  return { kind, start, end, old, text, line: line + 1, column: character + 1 };
}

/** All mutants of the file, in the order of the text. */
export function mutantsOf(path, text, { invariants = 'left alone' } = {}) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const stack = [source];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isLeftAlone(node) || (invariants === 'left alone' && isInvariant(node))) continue;
    found.push(...ownMutants(source, node));
    ts.forEachChild(node, (child) => {
      stack.push(child);
    });
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1));
}

function isLeftAlone(node) {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node))
    return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isDecorator(node)) return true;
  return false;
}

function isInvariant(node) {
  const call = ts.isExpressionStatement(node) ? node.expression : node;
  return ts.isCallExpression(call) && call.expression.getText() === 'invariant';
}

function* ownMutants(source, node) {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken } = node;
    for (const text of OPERATORS.get(operatorToken.kind) ?? []) {
      const isText = ts.isStringLiteralLike(node.left) || ts.isStringLiteralLike(node.right);
      if (!(operatorToken.kind === SyntaxKind.PlusToken && isText))
        yield mutant(source, operatorToken, 'operator', text);
    }
  }
  if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === SyntaxKind.ExclamationToken)
      yield mutant(source, node, 'negation', node.operand.getText(source));
    if (node.operator === SyntaxKind.TildeToken) yield mutant(source, node, 'complement', node.operand.getText(source));
  }
  if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && /\+\+|--/.test(node.getText(source))) {
    const old = node.getText(source);
    yield mutant(source, node, 'step', old.includes('++') ? old.replace('++', '--') : old.replace('--', '++'));
  }
  if (ts.isNumericLiteral(node))
    yield mutant(source, node, 'constant', node.text === '1' ? '0' : `${Number(node.text) + 1}`);
  if (node.kind === SyntaxKind.TrueKeyword) yield mutant(source, node, 'constant', 'false');
  if (node.kind === SyntaxKind.FalseKeyword) yield mutant(source, node, 'constant', 'true');
  yield* conditions(source, node);
  if (ts.isPropertyAccessExpression(node) && METHODS.has(node.name.text) && ts.isCallExpression(node.parent)) {
    yield mutant(source, node.name, 'method', METHODS.get(node.name.text));
  }
  const isJump =
    ts.isBreakStatement(node) || ts.isContinueStatement(node) || (ts.isReturnStatement(node) && !node.expression);
  if (isJump && !ts.isCaseOrDefaultClause(node.parent)) yield mutant(source, node, 'statement', ';');
  if (ts.isExpressionStatement(node)) yield mutant(source, node, 'statement', ';');
}

/** What decides the way: always, or never. A loop that never ends is left out. */
function* conditions(source, node) {
  const ways = ts.isIfStatement(node)
    ? [node.expression, ['true', 'false']]
    : ts.isConditionalExpression(node)
      ? [node.condition, ['true', 'false']]
      : ts.isWhileStatement(node)
        ? [node.expression, ['false']]
        : ts.isForStatement(node) && node.condition
          ? [node.condition, ['false']]
          : null;
  if (ways === null) return;
  for (const text of ways[1]) if (ways[0].getText(source) !== text) yield mutant(source, ways[0], 'condition', text);
}
