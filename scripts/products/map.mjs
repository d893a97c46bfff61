/** The map of docs/architecture.md, made of the manifests (products/list.ts): a row for each module, and a diagram of what they use. */
export function mapOf(all) {
  const modules = Object.assign({}, ...all.map((product) => product.modules));
  const arrows = Object.keys(modules)
    .map((name) => [name, nearest(name, modules)])
    .filter(([, used]) => used.length > 0)
    .map(([name, used]) => `  ${name} --> ${used.join(' & ')}`);
  return [
    '| Product | What it does | Its server modules | They may use |',
    '|---|---|---|---|',
    ...all.flatMap(({ name, about, modules: own }) =>
      Object.entries(own).map(
        ([module, { about: contains, uses }], index) =>
          `| ${index === 0 ? `[${name}](../products/${name})` : ''} | ${index === 0 ? about : ''} | ${module}: ${contains} | ${uses.join(', ')} |`,
      ),
    ),
    '',
    'The same as a diagram. An arrow points to a module that is used; arrows implied by others are omitted.',
    '',
    '```mermaid',
    'flowchart BT',
    ...arrows,
    '```',
  ].join('\n');
}

/** The modules that a module uses and reaches by no other. */
function nearest(name, modules) {
  const implied = new Set(modules[name].uses.flatMap((used) => modules[used].uses));
  // A set also gives what is added while it is walked.
  for (const used of implied) for (const further of modules[used].uses) implied.add(further);
  return modules[name].uses.filter((used) => !implied.has(used));
}
