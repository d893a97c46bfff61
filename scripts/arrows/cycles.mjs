/** Cycles in a graph of imports. Pure. */

/**
 * One cycle of each strongly connected group of files: the shortest through the group's first file. `graph`: file to the files it
 * imports.
 */
export function findCycles(graph) {
  return knotsOf(graph).map((knot) => shortestCycle(graph, new Set(knot)));
}

/** Tarjan's strongly connected components of more than one file, or of one that imports itself. */
function knotsOf(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const knots = [];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== order.get(file)) return;
    const knot = stack.splice(stack.indexOf(file));
    for (const each of knot) onStack.delete(each);
    if (knot.length > 1 || graph.get(file)?.has(file)) knots.push(knot.sort());
  };
  for (const file of [...graph.keys()].sort()) if (!order.has(file)) visit(file);
  return knots;
}

/** Breadth first from the group's first file back to itself. */
function shortestCycle(graph, knot) {
  const [first] = knot;
  const paths = [[first]];
  const seen = new Set();
  for (const path of paths)
    for (const next of graph.get(path.at(-1)) ?? []) {
      if (next === first) return [...path, first];
      if (!knot.has(next) || seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  throw new Error(`${first} is in no cycle`);
}
