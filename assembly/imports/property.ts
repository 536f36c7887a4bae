// What the host knows of the property: imports of the module `property`, which is this file's name.

/** The list of edges of `q` between two letters; written by the host, never moved. */
export declare function edges(q: u32, from: u32, to: u32): usize;

/** The number of the letter whose bits are at `label`. */
export declare function letter(label: usize): u32;
