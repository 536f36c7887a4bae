// A transform for the AssemblyScript compiler. It lets the sources in `assembly/` be plain TypeScript, which has no decorators of
// functions and constants: the comment `// @inline` on the line above a function, or a method, stands for the decorator, and constants
// are always inlined. It also notes the types of the core's exports.
import { CommonFlags, Node, NodeKind } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

const INLINE = '// @inline';

export class CoreTransform extends Transform {
  /** Where `// @inline` stands above nothing that can be inlined. */
  misplaced = [];
  /** The exports, as members of an interface, once the program is known. */
  members = [];

  afterParse(parser) {
    for (const source of parser.sources) {
      if (source.isLibrary) continue;
      let inlined = 0;
      const inlineWhereAsked = (node) => {
        if (!hasComment(source.text, node.name.range.start)) return;
        inline(node);
        inlined++;
      };
      for (const node of source.statements) {
        if (node.kind === NodeKind.Variable) node.declarations.filter(isConstant).forEach(inline);
        else if (node.kind === NodeKind.FunctionDeclaration) inlineWhereAsked(node);
        else if (node.kind === NodeKind.ClassDeclaration) {
          node.members.filter(({ kind }) => kind === NodeKind.MethodDeclaration).forEach(inlineWhereAsked);
        }
      }
      if (inlined !== source.text.split(INLINE).length - 1) this.misplaced.push(source.normalizedPath);
    }
  }
}

const isConstant = (declaration) => (declaration.flags & CommonFlags.Const) !== 0;

function inline(node) {
  const { range } = node.name;
  const decorator = Node.createDecorator(Node.createIdentifierExpression('inline', range), null, range);
  node.decorators = [...(node.decorators ?? []), decorator];
}

/** Whether the comment is on the line above the one with the given position. */
function hasComment(text, position) {
  const lineStart = text.lastIndexOf('\n', position);
  const previous = text.slice(text.lastIndexOf('\n', lineStart - 1) + 1, lineStart);
  return previous.trim() === INLINE;
}
