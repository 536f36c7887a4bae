// Where everything stands in the state vector: global variables with the buffers of their channels, the number of processes, then one
// place after another for processes. Number i of SPIN is place i: processes end in the opposite order of their beginning. A place holds
// the control point (0: nobody) and the cells of the process that is there; free cells are 0.
import type { Variable } from '../../model.ts';
import type { Process, Program } from './program.ts';
import { type ChannelTemplate, type RegionCell, rangeOf } from './types.ts';

/** A channel with its buffer in the state vector. */
export interface Channel extends ChannelTemplate {
  /** The variable that counts its messages; -1 without a buffer. The messages stand behind it. */
  readonly count: number;
  readonly id: number;
}

/** The room of a process. */
interface Slot {
  readonly pid: number;
  /** The variable of the control point; the cells of the process follow. */
  readonly base: number;
  /** The types of processes that can be here. */
  readonly types: readonly number[];
  /** Variables that it has. */
  readonly width: number;
}

export class Layout {
  readonly program: Program;
  readonly variables: Variable[] = [];
  readonly slots: Slot[] = [];
  /** The variable that counts the processes, and the one that says who moved last; -1 where nobody asks. */
  readonly processes: number;
  readonly last: number;
  /** The number of the assertion that was violated; -1 where assertions are not watched. */
  readonly violated: number;
  /** By their numbers; number 0 is no channel. */
  readonly channels: (Channel | undefined)[] = [undefined];
  /** The number of the first channel of each place. */
  readonly channelBase: number[] = [];
  /** Added to the number of a control point: points of different types are different numbers. */
  readonly pointBase: number[] = [];
  /** The type of the process for each number of a control point. */
  readonly typeOfPoint: number[] = [-1];

  constructor(program: Program, slots: number, assertions: 'watched' | 'ignored') {
    this.program = program;
    const { globals } = program.declarations;
    this.addCells(globals.cells, '');
    for (const channel of globals.channels) this.addChannel(channel, 0);
    this.processes = this.variables.push({ name: '_nr_pr', lower: 0, upper: 255 }) - 1;
    this.last = program.uses.last ? this.variables.push({ name: '_last', lower: 0, upper: 255 }) - 1 : -1;
    this.violated =
      assertions === 'watched' ? this.variables.push({ name: 'violated', lower: 0, upper: null }) - 1 : -1;
    const pointNames = ['-'];
    for (const { flow, index, name } of program.processes) {
      this.pointBase.push(this.typeOfPoint.length - 1);
      for (const point of flow.points) {
        this.typeOfPoint.push(index);
        pointNames.push(pointName(name, point.number, point.labels));
      }
    }
    const most = Math.max(0, ...program.processes.map(({ region }) => region.channels.length));
    for (let pid = 0; pid < slots; pid++) this.addSlot(pid, most, pointNames);
  }

  /** The number of a channel of the process in a place. */
  channelId(slot: number, index: number): number {
    return this.channelBase[slot] + index;
  }

  private addSlot(pid: number, mostChannels: number, pointNames: readonly string[]): void {
    const { program } = this;
    const first = program.initial[pid];
    const types = new Set(first === undefined ? [] : [first]);
    for (const type of program.started) types.add(type);
    const processes = [...types].sort((a, b) => a - b).map((type) => program.processes[type]);
    const base = this.variables.length;
    const name = placeName(processes, pid);
    this.variables.push({ name, lower: 0, upper: this.typeOfPoint.length - 1, values: pointNames });
    const width = Math.max(0, ...processes.map(({ region }) => region.cells.length));
    for (let i = 0; i < width; i++) {
      const cells = processes.flatMap(({ region }) => region.cells[i] ?? []);
      this.variables.push(
        processes.length === 1 ? this.cellVariable(cells[0], `${name}:`) : mixedVariable(cells, name),
      );
    }
    this.channelBase.push(this.channels.length);
    this.channels.length += mostChannels;
    this.slots.push({ pid, base, types: processes.map(({ index }) => index), width: width + 1 });
  }

  /** The channel of a process in a place: who is there decides what it is. */
  localChannel(slot: number, process: Process, index: number): Channel {
    const template = process.region.channels[index];
    const base = this.slots[slot].base + 1;
    return { ...template, count: template.offset < 0 ? -1 : base + template.offset, id: this.channelId(slot, index) };
  }

  /** A cell as a variable; values of `mtype` have names. */
  private cellVariable({ name, type }: RegionCell, prefix: string): Variable {
    const symbols = type.symbols === undefined ? undefined : this.program.declarations.symbolNames.get(type.symbols);
    const values = symbols && Array.from({ length: symbols.size + 1 }, (_, value) => symbols.get(value) ?? '0');
    return { name: `${prefix}${name}`, ...rangeOf(type), ...(values && { values }) };
  }

  private addCells(cells: readonly RegionCell[], prefix: string): void {
    for (const cell of cells) this.variables.push(this.cellVariable(cell, prefix));
  }

  private addChannel(template: ChannelTemplate, base: number): void {
    const count = template.offset < 0 ? -1 : base + template.offset;
    this.channels.push({ ...template, count, id: this.channels.length });
  }
}

function mixedVariable(cells: readonly RegionCell[], name: string): Variable {
  const ranges = cells.map(({ type }) => rangeOf(type));
  const isOpen = ranges.some(({ lower, upper }) => lower === null || upper === null);
  const lower = isOpen ? null : Math.min(...ranges.map((range) => range.lower!));
  const upper = isOpen ? null : Math.max(...ranges.map((range) => range.upper!));
  const names = [...new Set(cells.map((cell) => cell.name))].join('|');
  return { name: `${name}:${names}`, lower, upper };
}

/** The name of a place: that of its only type, with its number. */
export function placeName(processes: readonly Pick<Process, 'name'>[], pid: number): string {
  const name = processes.length === 1 ? processes[0].name.replaceAll(':', '') : 'process';
  return `${name}[${pid}]`;
}

/** The name of a control point, as states show it. */
export function pointName(process: string, number: number, labels: ReadonlySet<string>): string {
  const [label] = labels;
  return `${process.replaceAll(':', '')}${label === undefined ? `.${number}` : `@${label}`}`;
}
