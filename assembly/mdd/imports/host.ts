// What the host gives to the kernel: imports of the module `host`, which is this file's name.

/** Calls `mark` for every set that the host holds. */
export declare function markRoots(): void;

/** Milliseconds, for measuring. */
export declare function now(): f64;

/** Asked every now and then whether the run must stop: not 0 then. */
export declare function look(): i32;
