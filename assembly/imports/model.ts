// What the code of a model gives to the core: imports of the module `model`, which is this file's name.

/** Writes the successors of `state` to `out`: words and linear hash of each. Gives their number, or a negative status. */
export declare function expand(state: usize, out: usize): i32;

/** Writes the label of the state to `target`. */
export declare function label(state: usize, target: usize): void;
