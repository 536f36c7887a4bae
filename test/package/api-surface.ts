// The public surface of the built package as text: every name that a subpath exports, with its declaration. Only the declarations in `dist/` are read, as
// users and their compilers do, so that it takes no time.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** An exported name, and where it is declared. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

const sources = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  sources.set(file, source);
  return source;
}

const printer = ts.createPrinter({ removeComments: true });

/** The surface, subpath by subpath. A declaration that several subpaths share stands with the first. */
export function apiSurface(manifest: { readonly exports: Readonly<Record<string, unknown>> }): string {
  const shown = new Map<string, string>();
  const sections: string[] = [];
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    const types = (target as { types?: string }).types;
    if (types === undefined) continue;
    const title = join('tegata', subpath);
    const lines = [`## ${title}`, ''];
    const origins = [...exportsOf(types.replace('./', ''))].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, origin] of origins) {
      const key = `${origin.file} ${origin.name}`;
      const before = shown.get(key);
      if (before !== undefined) lines.push(`${name}: as in ${before}`);
      else lines.push(...declarationsOf(origin, name));
      shown.set(key, before ?? title);
    }
    lines.push(...augmentationsOf(types.replace('./', '')));
    sections.push(lines.join('\n'));
  }
  return `${sections.join('\n\n')}\n`;
}

/** What a file of declarations exports, by name. */
function exportsOf(file: string): Map<string, Origin> {
  const found = new Map<string, Origin>();
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) {
        throw new Error(`${file}: only named exports are understood`);
      }
      const from = statement.moduleSpecifier as ts.StringLiteral | undefined;
      for (const { name, propertyName } of statement.exportClause.elements) {
        const there = (propertyName ?? name).text;
        const imported = from === undefined ? importsOf(file).get(there) : { specifier: from.text, name: there };
        found.set(name.text, imported === undefined ? { file, name: there } : originOf(file, imported));
      }
    } else if (isExported(statement)) for (const name of declaredNames(statement)) found.set(name, { file, name });
  }
  return found;
}

/** The names that a file imports. */
function importsOf(file: string): Map<string, { readonly specifier: string; readonly name: string }> {
  const found = new Map<string, { specifier: string; name: string }>();
  for (const statement of sourceOf(file).statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements) {
      found.set(name.text, { specifier, name: (propertyName ?? name).text });
    }
  }
  return found;
}

/** Follows imports and exports to the declaration. */
function originOf(file: string, { specifier, name }: { readonly specifier: string; readonly name: string }): Origin {
  const target = join(dirname(file), specifier).replace(/\.(js|ts)$/, '.d.ts');
  if (!specifier.startsWith('.') || !existsSync(target)) return { file: specifier, name };
  return exportsOf(target).get(name) ?? { file: target, name };
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.Statement & { name?: ts.Identifier };
  return name === undefined ? [] : [name.text];
}

/** The declarations of a name, without comments, bodies, private members and the word `export`. */
function declarationsOf({ file, name }: Origin, exported: string): string[] {
  if (!existsSync(file)) return [`${exported}: from ${file}`];
  const source = sourceOf(file);
  const statements = source.statements.filter((statement) => declaredNames(statement).includes(name));
  if (statements.length === 0) throw new Error(`${file} does not declare ${name}`);
  const renamed = exported === name ? [] : [`${exported}: the name of`];
  return [...renamed, ...statements.map((statement) => printed(statement, name, source))];
}

function printed(statement: ts.Statement, name: string, source: ts.SourceFile): string {
  let shown: ts.Node = statement;
  if (ts.isClassDeclaration(statement)) {
    const members = statement.members.filter((member) => !isPrivate(member));
    const { modifiers, typeParameters, heritageClauses } = statement;
    shown = ts.factory.updateClassDeclaration(
      statement,
      modifiers,
      statement.name,
      typeParameters,
      heritageClauses,
      members,
    );
  } else if (ts.isVariableStatement(statement)) {
    const declarations = statement.declarationList.declarations.filter((one) => one.name.getText() === name);
    const list = ts.factory.updateVariableDeclarationList(statement.declarationList, declarations);
    shown = ts.factory.updateVariableStatement(statement, statement.modifiers, list);
  }
  return printer
    .printNode(ts.EmitHint.Unspecified, shown, source)
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replaceAll('    ', '  ');
}

function isPrivate(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  return (
    ts.canHaveModifiers(member) && member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true
  );
}

/** What a file adds to the declarations of other packages. */
function augmentationsOf(file: string): string[] {
  const source = sourceOf(file);
  return source.statements
    .filter((statement) => ts.isModuleDeclaration(statement))
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, source).replaceAll('    ', '  '));
}
