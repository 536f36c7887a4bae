// What another tool takes, as it was recorded.

/**
 * The questions S, L and V of the contest's nets, with the CPU seconds of libITS' its-ltl on another machine: SLAP (or SLAP-FST, the better of the two), and its best
 * fully symbolic search; null where none was recorded.
 */
export const RECORDED = {
  'Kanban-PT-00005': [
    ['G("Pout1 >= 1" -> "P1 <= 4")', 0.07, 0.07],
    ['GF "P1 <= 4" | FG "P1 >= 5"', 0.01, 0.05],
    ['G("Pm1 >= 1" -> F "Pout1 >= 1")', 0.02, 0.28],
  ],
  'FMS-PT-00005': [
    ['G("P1d >= 1" -> "P1 <= 4")', 0.27, 0.22],
    ['GF "P1 <= 4" | FG "P1 >= 5"', 0.02, 0.13],
    ['G("P1M1 >= 1" -> F "P1d >= 1")', 0.02, 0.62],
  ],
  'MAPK-PT-00008': [
    ['G("RafP >= 1" -> "Raf <= 7")', 2.75, 2.45],
    ['GF "Raf <= 7" | FG "Raf >= 8"', 0.2, 2.34],
    ['G("RafP >= 1" -> F "ERKPP >= 1")', 0.25, 5.78],
  ],
  'Philosophers-PT-000010': [
    ['GF "Eat_1 <= 0" | FG "Eat_1 >= 1"', 0.02, 0.01],
    ['G("Catch1_1 >= 1" -> F "Eat_1 >= 1")', 0.02, 0.02],
  ],
  'Peterson-PT-2': [
    ['GF "CS_0 <= 0" | FG "CS_0 >= 1"', 1.15, 1.51],
    ['G("WantSection_0_T >= 1" -> F "CS_0 >= 1")', 1.77, 4.53],
  ],
};
