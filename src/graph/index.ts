// The public face of graphs: state spaces of small models as data and pictures, and test sequences that cover them.
export { kripkeToBa } from './kripke-to-ba.ts';
export { drawGraph, type GraphJson, graphToJson, printGraph, productToJson } from './output.ts';
export {
  type ProductEdge,
  type ProductGraph,
  type ProductKind,
  type ProductState,
  productGraph,
} from './product-graph.ts';
export {
  type GraphState,
  type GraphStep,
  type StateGraph,
  type StateGraphOptions,
  stateGraph,
} from './state-graph.ts';
export {
  type Coverage,
  type StateValue,
  stateValue,
  type TestPath,
  type TestPathOptions,
  type TestStep,
  testPaths,
} from './test-paths.ts';
