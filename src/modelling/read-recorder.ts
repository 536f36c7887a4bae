// A user's function of a plain object, called such that what it reads of the object is known.
//
// It is given a proxy of an object of its own, made for this call alone: whatever the function does with it, or whoever it shows it to,
// no other call sees that. A function that cannot live with a proxy (structuredClone refuses one) is called again with the object itself,
// and taken to have read everything.

/** The names of what may be read, and their components. */
export class ReadRecorder {
  /** What was read in the call under way, in the order of the first reads. */
  reads: number[] = [];
  private readonly components: ReadonlyMap<string, number>;
  private readonly noted: Uint8Array;
  private readonly handler: ProxyHandler<Record<string, unknown>>;

  constructor(components: ReadonlyMap<string, number>, width: number) {
    this.components = components;
    this.noted = new Uint8Array(width);
    this.handler = {
      get: (target, key) => {
        this.noteKey(key);
        return Reflect.get(target, key) as unknown;
      },
      getOwnPropertyDescriptor: (target, key) => {
        this.noteKey(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    };
  }

  /** Forgets what was read. */
  begin(): void {
    for (const component of this.reads) this.noted[component] = 0;
    this.reads = [];
  }

  watched(object: Record<string, unknown>): Record<string, unknown> {
    return new Proxy(object, this.handler);
  }

  note(component: number): void {
    if (this.noted[component] === 1) return;
    this.noted[component] = 1;
    this.reads.push(component);
  }

  noteAll(): void {
    for (const component of this.components.values()) this.note(component);
  }

  private noteKey(key: string | symbol): void {
    const component = typeof key === 'string' ? this.components.get(key) : undefined;
    if (component !== undefined) this.note(component);
  }
}
