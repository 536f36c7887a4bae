// What the core and its host agree on: docs/kernel.md tells the story. The core (assembly/) imports this file too, so it holds plain
// constants without types, which both languages read alike: small numbers are i32 there, those from 2³¹ on u32. Offsets and sizes are
// in bytes.

// Why a slice, a check or an expansion ended. Negative ones are obstacles: the state at which they were met has not been touched.
/** Nothing is left to do; of a check: there is no accepting cycle. */
export const DONE = 0;
/** The slice is over; the next call goes on. */
export const RUNNING = 1;
/** A check has found what it was looking for. */
export const ACCEPTING = 2;
/** A value does not fit its field; the control block says which. */
export const WIDEN = -1;
/** The model has a fault: an expression without a value, or a number out of range. */
export const FAULT = -2;
/** A region has no room for what would come next. */
export const FULL = -3;
/** The stack is full: the host takes its lower part away for a while. */
export const STACK = -4;
/** More states than allowed. */
export const LIMIT = -6;
/** Of a thread among several: the table or the ring has no room, or another thread waits. All stop, and then go on. */
export const PAUSED = -7;
/** The state is one that was looked for. */
export const SEEN = -8;

// The control block, which generated code and the host's own expansion write: addresses in every kernel memory.
/** The status of an expansion that stopped short. */
export const CONTROL_STATUS = 1024;
/** With WIDEN: the variable, and the value that did not fit. */
export const CONTROL_VARIABLE = 1028;
export const CONTROL_VALUE = 1032;
/** With FAULT or WIDEN: the transition group. */
export const CONTROL_GROUP = 1036;
/** 1 once a predicate of a label had a fault. */
export const CONTROL_LABEL_FAULT = 1040;
/** Where the control block ends and the regions of a layout begin. */
export const CONTROL_END = 2048;

// States. A packed state is some 64-bit words; in the buffer of successors its linear hash follows.
export const WORD_BYTES = 8;
export const HASH_BYTES = 8;
/** Not a state: among ids, "none". */
export const NO_ID = 0xffff_ffff;

// Stores.
/** An entry of a hash table of ids: 0, or a tag and an id plus one. */
export const SLOT_BYTES = 4;
/** The sixteenths of the largest table that may be filled. */
export const MOST_LOAD = 15;
/** Folded states: a root, and a node of a tree. */
export const NODE_BYTES = 8;
/** States in the table itself: an entry is the state without its lowest bits, plus one, and a map of the values of these bits. */
export const LEAF_BITS = 6;
export const LEAF_STATES = 1 << LEAF_BITS;
export const ENTRY_BYTES = 16;
/** The counter of a part of the table to which successors are spread; the states come behind all counters. */
export const COUNTER_BYTES = 4;

// Groups given by rows (ETF), in 8-byte units; R = words read by a pattern, T = words touched by the group:
//   group:   patterns, T; T offsets of touched words, addresses of patterns, two words per pattern to work with
//   pattern: R, mask of the hash table, address of the hash table (u32 entries: row number + 1), address of the rows, bytes of a row;
//            R pairs (offset of a word, mask)
//   row:     order in the group, length of the run of rows with the same from-values; R masked words, T changes, change of hash
export const GROUP_HEADER = 16;
export const GROUP_PATTERNS = 0;
export const GROUP_TOUCHED = 8;
export const PATTERN_HEADER = 40;
export const PATTERN_READS = 0;
export const PATTERN_MASK = 8;
export const PATTERN_TABLE = 16;
export const PATTERN_ROWS = 24;
export const PATTERN_ROW_BYTES = 32;
export const ROW_HEADER = 16;
export const ROW_ORDER = 0;
export const ROW_RUN = 8;
/** Hashes are mixed by a 64-bit number with these halves: 2⁶⁴ divided by the golden ratio. */
export const MIX_HIGH = 0x9e37_79b9;
export const MIX_LOW = 0x7f4a_7c15;

// A crew: threads that search one memory together (assembly/threads/). Words that several of them change lie lines of the cache apart.
/** Members that were called and have not yet come back. */
export const CREW_BUSY = 0;
/** Not 0: all are to come back. */
export const CREW_PAUSE = 256;
/** The next state of the level that nobody has claimed. */
export const CREW_CURSOR = 384;
/** Where the ring ends. */
export const CREW_TAIL = 512;
/** Entries of the table that are used or set aside. */
export const CREW_ENTRIES = 640;
/** The next chunk of the table that nobody has split. */
export const CREW_CHUNK = 896;
/** Written while nobody works: the number of the level, and where it ends. */
export const CREW_LEVEL = 1024;
export const CREW_LEVEL_END = 1028;
/** 1 where successors are spread first. */
export const CREW_SPREADING = 1032;
/** The logarithms of the sizes of table and ring, how many entries there may be, where the ring must end. */
export const CREW_TABLE_BITS = 1036;
export const CREW_RING_BITS = 1040;
export const CREW_MOST_ENTRIES = 1044;
export const CREW_RING_END = 1048;
/** How many chunks of the table there are to split; their bounds. */
export const CREW_CHUNKS = 1052;
export const CREW_BOUNDS = 1056;
export const MOST_CHUNKS = 63;
export const CREW_HEADER = 1408;
/** What is known of each member: how its last task ended, states found, transitions, deadlocks; what is left of its claim; free places in the ring. */
export const MEMBER_BYTES = 128;
export const MEMBER_STATUS = 0;
export const MEMBER_STATES = 4;
export const MEMBER_TRANSITIONS = 8;
export const MEMBER_DEADLOCKS = 16;
export const MEMBER_CLAIM = 24;
export const MEMBER_FREE = 32;
export const MEMBER_SPARE = 40;
/** Of a member: counts up whenever it is called, what for; whether it is there; counts up while it works. */
export const MEMBER_CALL = 64;
export const MEMBER_TASK = 68;
export const MEMBER_PRESENCE = 72;
export const MEMBER_BEAT = 76;
/** A member that has not yet come, is there, or is gone for whatever reason. */
export const EXPECTED = 0;
export const PRESENT = 1;
export const GONE = 2;
/** Tasks: to expand the states of a level; to split entries of a table that was doubled; to go. */
export const TASK_EXPAND = 1;
export const TASK_SPLIT = 2;
export const TASK_LEAVE = 3;

// A search by threads that share what is dead (assembly/threads/joint.ts). Not 0: all are to stop; states of the model that were claimed; threads at work; how it ended
// before that: a thread has found an accepting component, or could not go on.
export const JOINT_PAUSE = 0;
export const JOINT_CURSOR = 128;
export const JOINT_BUSY = 256;
export const JOINT_FOUND = 384;
export const JOINT_STUCK = 388;
/** Threads that have ever come. */
export const JOINT_CAME = 392;
export const JOINT_HEADER = 512;
/** Of each member: states and components that it was first to close, edges; counts up while it works. */
export const JOINT_BYTES = 128;
export const JOINT_STATES = 0;
export const JOINT_COMPONENTS = 8;
export const JOINT_EDGES = 16;
export const JOINT_BEAT = 24;

// Functions of the next memory, by their place in the table of functions (assembly/adopt.ts).
export const ELSEWHERE_HAND = 0;
export const ELSEWHERE_ADOPT = 1;
export const ELSEWHERE_ADOPTED = 2;
export const ELSEWHERE_SHOW = 3;
export const ELSEWHERE_SHOWN = 4;
export const ELSEWHERE_FUNCTIONS = 5;

// Products. A product state is a slot: blocks of slots have one state of the property and a run of states of the model.
export const BLOCK_BITS = 8;
export const BLOCK_STATES = 1 << BLOCK_BITS;
/** What is known of a block: its state of the property, its first state of the model. */
export const BLOCK_BYTES = 8;
export const BLOCK_PROPERTY = 0;
export const BLOCK_FIRST = 4;
/** A list of edges of the property: its length, then target, marks, and the code that the path keeps of these. */
export const LIST_HEADER = 4;
export const EDGE_BYTES = 12;
export const EDGE_TARGET = 0;
export const EDGE_MARKS = 4;
export const EDGE_CODE = 8;
/** Stubborn sets: where a list of edges has the address of its plan, before the list; 0 where all successors are needed. */
export const LIST_PLAN = 4;
/**
 * A plan: whether waiting for ever is accepted, where the bytes of unsafe transitions are, the number of alternatives; then the alternatives:
 * their words, the number of goals; then the goals: their words, then clauses: test (or ALWAYS_OPEN) and bound, number of
 * helpers, helpers.
 */
export const PLAN_ACCEPTING = 0;
export const PLAN_UNSAFE = 4;
export const PLAN_ALTERNATIVES = 8;
export const PLAN_HEADER = 12;
/** A test has the number of its variable above two bits for the kind of comparison; in its place, something else that does not hold. */
export const AT_LEAST = 0;
export const BELOW = 1;
export const EQUAL = 2;
export const DIFFERENT = 3;
export const ALWAYS_OPEN = -1;
/** The field of a variable: offset of its word (computed words come behind the stored ones), shift, mask, lower value. */
export const FIELD_BYTES = 16;
export const FIELD_OFFSET = 0;
export const FIELD_SHIFT = 4;
export const FIELD_MASK = 8;
export const FIELD_LOWER = 12;
/** How a deadlock is read: as a state that is repeated for ever, or as the end of an execution that does not count. */
export const REPEAT_DEADLOCKS = 0;
export const DROP_DEADLOCKS = 1;

// The path of a check: states on it have this bit, edges that wait have the code of their marks.
export const ON_PATH = 0x8000_0000;
/** In the marks of a component: it has a cycle. The marks of a property do not use this bit. */
export const CYCLE = 0x8000_0000;
/** The stack of components, or of states with their lowlinks: rank, marks inside, marks of the edge that leads to it. */
export const COMPONENT_BYTES = 12;
export const COMPONENT_RANK = 0;
export const COMPONENT_INSIDE = 4;
export const COMPONENT_ENTRY = 8;
/** Of levels: the same with the least level that the component may have. */
export const LEVEL_BYTES = 16;
export const LEVEL_FLOOR = 12;
/** An acceptance mode: required marks, forbidden marks. */
export const MODE_BYTES = 8;
export const MODE_REQUIRED = 0;
export const MODE_FORBIDDEN = 4;

// The word that a check keeps about each product state.
/** Not yet visited. */
export const NEW = 0;
/** Of components: smaller words are the ranks of live states, counted from 1. */
export const RANKS_END = 0xffff_fff0;
/** Of components, on the rank of a live state: it has left the path. Of levels: the rest of the word is a level. */
export const FINISHED = 0x8000_0000;
/** Of components: all of the component is done. */
export const DEAD = 0xffff_ffff;
/** The same in a further pass, where a state that the first pass has left dead is not yet visited. */
export const DEAD_AGAIN = 0xffff_fffe;
/** Of `reachability`: it was queued. New to `weak`. */
export const QUEUED = 1;
/** Of `weak`: it is on the path; it is done. */
export const ACTIVE = 2;
export const CLOSED = 3;
/** Of `nested`: it is on the path, done by the blue search, done by the red one. */
export const CYAN = 1;
export const BLUE = 2;
export const RED = 3;

// Searches by hashing (assembly/hashed.ts). An entry of the stack is a packed state, its key, the state of the property, and flags.
export const HASHED_EXTRA = 16;
/** The entry is on the path; and there in the part of the second search, which is red. */
export const HASHED_ON_PATH = 1;
export const HASHED_RED = 2;
