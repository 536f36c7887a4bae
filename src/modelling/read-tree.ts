// What a function said, by what it read: a tree that asks for one component of the state after the other, in the order in which the
// function read them. A function that depends on its arguments alone, and that read some components of the state, says the same in
// every state in which these are the same.

/** More numbers of values than this are kept in a map, not in an array. */
const DENSE = 4096;

class Branch<T> {
  /** The component that was read next. */
  readonly component: number;
  private readonly near: (Branch<T> | Leaf<T> | undefined)[] = [];
  private far: Map<number, Branch<T> | Leaf<T>> | null = null;

  constructor(component: number) {
    this.component = component;
  }

  get(value: number): Branch<T> | Leaf<T> | undefined {
    return value < DENSE ? this.near[value] : this.far?.get(value);
  }

  set(value: number, node: Branch<T> | Leaf<T>): void {
    if (value >= DENSE) {
      this.far ??= new Map();
      this.far.set(value, node);
      return;
    }
    while (this.near.length <= value) this.near.push(undefined);
    this.near[value] = node;
  }
}

class Leaf<T> {
  readonly said: T;

  constructor(said: T) {
    this.said = said;
  }
}

export class ReadTree<T> {
  private root: Branch<T> | Leaf<T> | undefined;

  /** What the function said in a state that looks the same to it; undefined where it was not asked yet. */
  find(state: Int32Array): T | undefined {
    let node = this.root;
    while (node instanceof Branch) node = node.get(state[node.component]);
    return node?.said;
  }

  /**
   * Keeps what the function said in a state for which `find` knew nothing, and what it read there, in order. False, with nothing kept,
   * where it read something else than before in states that looked the same so far: then it depends on more than it reads.
   */
  add(state: Int32Array, reads: readonly number[], said: T): boolean {
    let parent: Branch<T> | null = null;
    let node = this.root;
    let depth = 0;
    while (node !== undefined) {
      if (!(node instanceof Branch) || node.component !== reads[depth]) return false;
      parent = node;
      node = node.get(state[node.component]);
      depth++;
    }
    let below: Branch<T> | Leaf<T> = new Leaf(said);
    for (let i = reads.length - 1; i >= depth; i--) {
      const branch: Branch<T> = new Branch(reads[i]);
      branch.set(state[reads[i]], below);
      below = branch;
    }
    if (parent === null) this.root = below;
    else parent.set(state[parent.component], below);
    return true;
  }
}
