// Peterson's mutual exclusion for n processes [Pet81], one net step per test of
// the algorithm. Process i passes n - 1 stages; at stage s it sets turn[s] to itself and goes on when turn[s] is another's,
// or when it has seen, one after another, that no other process wants to enter:
//
//     want[i] := true
//     for s := 0 … n-2:  turn[s] := i;  wait until turn[s] ≠ i or (for all j ≠ i, in order: not want[j])
//     critical section;  want[i] := false
import { type Net, NetBuilder } from '../petri/net.ts';

/**
 * Peterson(n), n ≥ 2 processes, 1-safe; 20,754 states for n = 3, 3,407,946 for n = 4. The contest's instance
 * Peterson-PT-k is Peterson(k + 1).
 */
export function peterson(processes: number): Net {
  const net = new NetBuilder();
  const all = Array.from({ length: processes }, (_, i) => i);
  const stages = all.slice(0, -1);
  for (const i of all) {
    net.place(`Idle_${i}`, { initial: 1 });
    net.place(`WantSection_${i}_F`, { initial: 1 });
    net.place(`WantSection_${i}_T`);
    net.place(`CS_${i}`);
  }
  for (const stage of stages) for (const i of all) net.place(`Turn_${stage}_${i}`, { initial: i === 0 ? 1 : 0 });
  for (const i of all) {
    for (const stage of stages) addStagePlaces(net, processes, i, stage);
    net.move(`Ask_${i}`, [`Idle_${i}`, `WantSection_${i}_F`], [`AskForSection_${i}_0`, `WantSection_${i}_T`]);
    for (const stage of stages) addStage(net, processes, i, stage);
    net.move(`BecomeIdle_${i}`, [`CS_${i}`, `WantSection_${i}_T`], [`Idle_${i}`, `WantSection_${i}_F`]);
  }
  return net.build(`peterson-${processes}`);
}

function addStagePlaces(net: NetBuilder, processes: number, i: number, stage: number): void {
  for (const place of ['AskForSection', 'TestTurn', 'EndTurn']) net.place(`${place}_${i}_${stage}`);
  for (let j = 0; j < processes; j++) {
    for (const place of ['BeginLoop', 'TestIdentity', 'IsEndLoop']) net.place(`${place}_${i}_${stage}_${j}`);
    if (i !== j) net.place(`TestAlone_${i}_${stage}_${j}`);
  }
}

function addStage(net: NetBuilder, processes: number, i: number, stage: number): void {
  const own = `${i}_${stage}`;
  for (let j = 0; j < processes; j++) {
    const turn = `Turn_${stage}_${j}`;
    net.move(`UpdateTurn_${own}_${j}`, [`AskForSection_${own}`, turn], [`TestTurn_${own}`, `Turn_${stage}_${i}`]);
    if (i !== j) net.move(`TurnDiff_${own}_${j}`, [`TestTurn_${own}`, turn], [`EndTurn_${own}`, turn]);
    else net.move(`TurnEqual_${own}`, [`TestTurn_${own}`, turn], [`BeginLoop_${own}_0`, turn]);
    addTest(net, processes, own, { i, j });
  }
  const after = stage === processes - 2 ? `CS_${i}` : `AskForSection_${i}_${stage + 1}`;
  net.move(stage === processes - 2 ? `AccessCS_${i}` : `ProgressTurn_${own}`, [`EndTurn_${own}`], [after]);
}

/** Process i looks at process j, and goes on to j + 1 or back to the test of the turn. */
function addTest(net: NetBuilder, processes: number, own: string, { i, j }: { i: number; j: number }): void {
  const at = `${own}_${j}`;
  net.move(`ContinueLoop_${at}`, [`BeginLoop_${at}`], [`TestIdentity_${at}`]);
  if (i === j) net.move(`Identity_${at}`, [`TestIdentity_${at}`], [`IsEndLoop_${at}`]);
  else {
    const no = `WantSection_${j}_F`;
    const yes = `WantSection_${j}_T`;
    net.move(`NoIdentity_${at}`, [`TestIdentity_${at}`], [`TestAlone_${at}`]);
    net.move(`Alone_${at}`, [`TestAlone_${at}`, no], [`IsEndLoop_${at}`, no]);
    net.move(`NotAlone_${at}`, [`TestAlone_${at}`, yes], [`TestTurn_${own}`, yes]);
  }
  if (j === processes - 1) net.move(`EndLoop_${own}`, [`IsEndLoop_${at}`], [`EndTurn_${own}`]);
  else net.move(`Loop_${at}`, [`IsEndLoop_${at}`], [`BeginLoop_${own}_${j + 1}`]);
}
