// A transform for the AssemblyScript compiler. It lets the sources in `assembly/` be plain TypeScript, which has no decorators of
// functions and constants: the comment `// @inline` on the line above a function, or a method, stands for the decorator, and constants
// are always inlined. It also writes down the types of the core's exports, as the host sees them.
import { CommonFlags, ElementKind, Node, NodeKind, SourceKind } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

const INLINE = '// @inline';

export class CoreTransform extends Transform {
  /** Each export as a member of an interface, with its comment. */
  members = [];

  afterParse(parser) {
    for (const source of parser.sources) if (!source.isLibrary) inlineIn(source);
  }

  afterInitialize(program) {
    for (const file of program.filesByName.values()) {
      if (file.source.sourceKind !== SourceKind.UserEntry) continue;
      for (const [name, element] of [...(file.exports ?? [])].sort()) {
        this.members.push(`${documentation(element.declaration)}  ${member(name, element)}`);
      }
    }
  }
}

/** Adds the decorators to constants, and to functions and methods under the comment. */
function inlineIn(source) {
  let commented = 0;
  const inlineWhereAsked = (node) => {
    if (lineAbove(source.text, node.name.range.start).text.trim() !== INLINE) return;
    inline(node);
    commented++;
  };
  for (const node of source.statements) {
    if (node.kind === NodeKind.Variable) node.declarations.filter(isConstant).forEach(inline);
    else if (node.kind === NodeKind.FunctionDeclaration) inlineWhereAsked(node);
    else if (node.kind === NodeKind.ClassDeclaration) {
      node.members.filter(({ kind }) => kind === NodeKind.MethodDeclaration).forEach(inlineWhereAsked);
    }
  }
  if (commented !== source.text.split(INLINE).length - 1) {
    throw new Error(`${source.normalizedPath}: a comment ${INLINE} does not stand above a function`);
  }
}

const isConstant = (declaration) => (declaration.flags & CommonFlags.Const) !== 0;

function inline(node) {
  const { range } = node.name;
  const decorator = Node.createDecorator(Node.createIdentifierExpression('inline', range), null, range);
  node.decorators = [...(node.decorators ?? []), decorator];
}

/** The line above the one with the given position, and where it begins. */
function lineAbove(text, position) {
  const end = text.lastIndexOf('\n', position - 1);
  const start = text.lastIndexOf('\n', end - 1) + 1;
  return { start, text: text.slice(start, Math.max(start, end)) };
}

/** The comment of a declaration, indented; empty if there is none. */
function documentation({ name: { range } }) {
  const { text } = range.source;
  let end = text.lastIndexOf('\n', range.start - 1);
  const above = lineAbove(text, range.start);
  if (above.text.trim() === INLINE) end = above.start - 1;
  if (!text.slice(0, end).endsWith('*/')) return '';
  const comment = text.slice(text.lastIndexOf('/**', end), end);
  return `  ${comment.replaceAll('\n', '\n  ')}\n`;
}

function member(name, element) {
  const { declaration } = element;
  if (element.kind === ElementKind.Global) return `readonly ${name}: WasmGlobal<${hostType(declaration.type)}>;`;
  if (element.kind !== ElementKind.FunctionPrototype) throw new Error(`${name} is neither a function nor a variable`);
  const { parameters, returnType } = declaration.signature;
  const list = parameters.map((parameter) => `${parameter.name.text}: ${hostType(parameter.type)}`);
  return `${name}(${list.join(', ')}): ${hostType(returnType)};`;
}

/** How a value of the type arrives in JavaScript. */
function hostType(type) {
  const name = type.range.toString();
  if (name === 'void') return 'void';
  if (name === 'i64' || name === 'u64') return 'bigint';
  if (['bool', 'i32', 'u32', 'isize', 'usize', 'f64'].includes(name)) return 'number';
  throw new Error(`no export has the type ${name}`);
}
