// The state of the page in its address: compressed, after the #, which browsers do not send to any server.

const PREFIX = '#s=';
/** Longer ones are not written: some programs through which links go cut them. */
const LONGEST = 30_000;
/** A link must not fill the memory of whoever opens it. */
const LARGEST_STATE = 4_000_000;

/** The part of the address for a state, or null where it would be too long. */
export async function toHash(state: object): Promise<string | null> {
  const text = new Blob([JSON.stringify(state)]);
  if (text.size > LARGEST_STATE) return null;
  const stream = text.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  if (packed.length > LONGEST) return null;
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The state that an address has, or null where there is none that can be read. */
export async function fromHash(hash: string): Promise<unknown> {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const binary = atob(hash.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return JSON.parse(await textOf(stream));
  } catch {
    return null;
  }
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LARGEST_STATE) throw new RangeError('the state is too large');
  }
}
