// Expressions and statements as text: in counterexamples, and as the propositions of `ltl` blocks. What is printed can be parsed again.
import type { Argument, Expr, Reference, Stmt } from './ast.ts';

export function printExpression(expr: Expr): string {
  switch (expr.kind) {
    case 'reference':
      return printReference(expr);
    case 'number':
      return String(expr.value);
    case 'unary':
      return `${expr.operator}${atom(expr.operand)}`;
    case 'binary':
      return `${atom(expr.left)} ${expr.operator} ${atom(expr.right)}`;
    case 'choice': {
      const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map(printExpression);
      return `(${condition} -> ${then} : ${otherwise})`;
    }
    case 'question':
      return `${expr.question}(${printExpression(expr.channel)})`;
    case 'poll': {
      const operator = expr.anywhere ? '??' : '?';
      return `${printReference(expr.channel)}${operator}[${expr.args.map(printArgument).join(', ')}]`;
    }
    case 'run':
      return `run ${expr.name}(${expr.args.map(printExpression).join(', ')})`;
    case 'remote-label':
      return `${expr.process}${printIndex(expr.pid)}@${expr.label}`;
    case 'remote-variable':
      return `${expr.process}${printIndex(expr.pid)}:${printReference(expr.variable)}`;
    case 'enabled':
    case 'pc_value':
    case 'get_priority':
      return `${expr.kind}(${printExpression(expr.pid)})`;
    case 'timeout':
    case 'np_':
      return expr.kind;
  }
}

function atom(expr: Expr): string {
  return expr.kind === 'binary' ? `(${printExpression(expr)})` : printExpression(expr);
}

function printIndex(index: Expr | null): string {
  return index === null ? '' : `[${printExpression(index)}]`;
}

function printReference({ parts }: Reference): string {
  return parts.map(({ name, index }) => `${name}${printIndex(index)}`).join('.');
}

function printArgument(argument: Argument): string {
  if (argument.kind === 'forget') return '_';
  if (argument.kind === 'place') return printReference(argument.value);
  return argument.value.kind === 'number' ? String(argument.value.value) : `eval(${printExpression(argument.value)})`;
}

/** A statement that is one step. */
export function printStatement(statement: Stmt): string {
  switch (statement.kind) {
    case 'expression':
      return printExpression(statement.value);
    case 'assign':
      return `${printReference(statement.target)} = ${printExpression(statement.value)}`;
    case 'send': {
      const operator = statement.sorted ? '!!' : '!';
      return `${printReference(statement.channel)}${operator}${statement.args.map(printExpression).join(', ')}`;
    }
    case 'receive': {
      const { channel, anywhere, keep, args } = statement;
      const fields = args.map(printArgument).join(', ');
      return `${printReference(channel)}${anywhere ? '??' : '?'}${keep ? `<${fields}>` : fields}`;
    }
    case 'assert':
      return `assert(${printExpression(statement.value)})`;
    case 'print':
      return `printf("${statement.format}")`;
    case 'goto':
      return `goto ${statement.label}`;
    case 'd_step':
      return 'd_step { … }';
    default:
      return statement.kind;
  }
}
