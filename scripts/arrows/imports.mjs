/** The names in a source file: imported modules, types of others, files by their address. */
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @returns each with its `specifier`; `kind`: `static` are imports and types, which a circle is made of, `dynamic` is `import(…)`, `address` is
 * `new URL(…, import.meta.url)`
 * @throws if the file does not parse
 */
export function importsOf(path, text) {
  const parsed = parseSync(path, text);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  return [
    ...module.staticImports.map((found) => found.moduleRequest.value).map(asKind('static')),
    ...module.staticExports
      .flatMap((found) => found.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
      .map(asKind('static')),
    ...module.dynamicImports
      .map((found) => text.slice(found.moduleRequest.start, found.moduleRequest.end))
      .filter((literal) => /^['"`]/.test(literal))
      .map((literal) => literal.slice(1, -1))
      .map(asKind('dynamic')),
    // Walking the tree takes longer than reading the list of imports, so only if there is something to find.
    ...(namesMore(text, module.dynamicImports.length) ? inTree(parsed.program) : []),
  ];
}

/** Whether a text may name files in ways other than the listed imports. */
const namesMore = (text, dynamicImports) =>
  (text.match(/\bimport\s*\(/g)?.length ?? 0) !== dynamicImports ||
  (/\bnew\s+URL\b/.test(text) && text.includes('import.meta.url'));

const asKind = (kind) => (specifier) => ({ specifier, kind });

function inTree(program) {
  const found = [];
  new Visitor({
    TSImportType: ({ source }) => found.push({ specifier: source.value, kind: 'static' }),
    NewExpression({ callee, arguments: [address, base] }) {
      if (callee.name !== 'URL' || !isOwnAddress(base)) return;
      const specifier = startOf(address);
      if (specifier) found.push({ specifier, kind: 'address' });
    },
  }).visit(program);
  return found;
}

const isOwnAddress = (node) =>
  node?.type === 'MemberExpression' && node.object.type === 'MetaProperty' && node.property.name === 'url';

/** The static beginning of a text; for a template, the part before its first gap: at least the folder. */
const startOf = (node) =>
  node.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : node.type === 'Literal' && node.value;
