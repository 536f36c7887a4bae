// Nothing is exported that nobody imports: what a file exports is read, and kept as it is, by whoever works on it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Every name of a module, as `import()` has it. */
const ALL = '*';

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => join(folder, file));
}

interface Names {
  /** What the file declares and exports. */
  readonly declared: Set<string>;
  /** What it takes from other files of `src/`, or from what they are built to. */
  readonly taken: { readonly file: string; readonly name: string }[];
}

function namesOf(file: string): Names {
  const names: Names = { declared: new Set(), taken: [] };
  const take = (specifier: string, name: string): void => {
    if (!specifier.startsWith('.')) return;
    const found = join(dirname(file), specifier);
    const path = file.startsWith('assembly/') ? `${found}.ts` : found; // AssemblyScript names modules without their ending
    names.taken.push({ file: path.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'), name });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const specifier = textOf(node.moduleSpecifier);
      if (bindings !== undefined && ts.isNamedImports(bindings)) {
        for (const { name, propertyName } of bindings.elements) take(specifier, (propertyName ?? name).text);
      } else take(specifier, ALL);
    } else if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause)) {
      for (const { name, propertyName } of node.exportClause.elements) {
        names.declared.add(name.text);
        if (node.moduleSpecifier) take(textOf(node.moduleSpecifier), (propertyName ?? name).text);
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(textOf(node.arguments[0]), ALL);
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
      take(textOf(node.arguments?.[0]), ALL); // a thread, or hooks that Node calls
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(textOf(node.argument.literal), node.qualifier?.getText() ?? ALL);
    } else if (ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      for (const name of declaredBy(node)) names.declared.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true));
  return names;
}

function textOf(node: ts.Node | undefined): string {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : '';
}

function declaredBy(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = node as ts.Node & { name?: ts.Identifier };
  return name === undefined ? [] : [name.text];
}

/** The files that the subpaths of the package are made from: what they export is for users. */
function entryFiles(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.values(exports)
    .flatMap((target) => (typeof target === 'string' ? [] : [target.types]))
    .map((types) => types.replace('./dist/', 'src/').replace('.d.ts', '.ts'));
}

it('every export is imported somewhere, or public', () => {
  const sources = new Map(filesIn('src').map((file) => [file, namesOf(file)]));
  const taken = new Set<string>();
  const others = ['test', 'bench', 'scripts', 'assembly'].flatMap(filesIn).map(namesOf);
  for (const names of [...sources.values(), ...others]) {
    for (const { file, name } of names.taken) taken.add(`${file} ${name}`);
  }
  const entries = new Set(entryFiles());
  const dead: string[] = [];
  for (const [file, { declared }] of sources) {
    if (entries.has(file) || taken.has(`${file} ${ALL}`)) continue;
    dead.push(...[...declared].filter((name) => !taken.has(`${file} ${name}`)).map((name) => `${file}: ${name}`));
  }
  expect(dead).toEqual([]);
});
