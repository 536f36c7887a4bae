// Further memories, for states that this one has no room for: imports of the module `elsewhere`, which is this file's name.

/** Finds or adds `n` states (as written by `expand`) in other memories; writes their ids to `ids`. DONE or FULL. */
export declare function intern(states: usize, n: i32, ids: usize): i32;

/** Writes state number `id`, which lives in another memory, to `target`. */
export declare function read(id: u32, target: usize): void;
