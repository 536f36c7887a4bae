// Nodes that the host makes: it writes their children into a frame.
import { intern } from './nodes';
import { pop, push, ROOT_COUNT, ROOTS } from './state';

/** A frame for `size` children, empty at first; gives where they are to be written, or 0 if there is no room. */
export function openNode(size: u32): usize {
  const f = push(size);
  if (f === 0) return 0;
  store<u32>(f, size, ROOT_COUNT);
  memory.fill(f + ROOTS, 0, (size as usize) << 2);
  return f + ROOTS;
}

/** The node of the level with the children written. */
export function closeNode(level: u32, lo: u32, size: u32, children: usize): u32 {
  const node = intern(level, lo, size, children);
  pop();
  return node;
}
