// Small models of the formats that give tables and programs, by file name.

export const SMALL_MODELS: Readonly<Record<string, string>> = {
  'mutex.dve': `byte turn = 0; byte flag[2]; int low = -1;
    process P0 { state n, w, c; init n;
      trans n -> w { effect flag[0] = 1, turn = 1; },
        w -> c { guard flag[1] == 0 || turn == 0; effect low = low - 1; },
        c -> n { effect flag[0] = 0, low = -1; }; }
    process P1 { state n, w, c; init n;
      trans n -> w { effect flag[1] = 1, turn = 0; },
        w -> c { guard flag[0] == 0 || turn == 1; },
        c -> n { effect flag[1] = 0; }; }
    system async;`,
  'channel.dve': `channel put; byte box[3]; byte at = 0; byte total = 0;
    process S { byte n = 0; state a, b; init a;
      trans a -> b { sync put!n; effect n = (n + 1) % 3; }, b -> a {}; }
    process R { byte got; state r, full; init r;
      trans r -> r { guard at < 3; sync put?got; effect box[at] = got, at = at + 1; },
        r -> full { guard at == 3; },
        full -> r { guard total < 2; effect at = 0, total = total + box[1]; }; }
    system async;`,
  'wide.dve': `byte a = 0; byte b = 0; int c = 300;
    process P { state s, t; init s;
      trans s -> s { guard a < 6; effect a = a + 1, c = c + a * 50; },
        s -> t { guard a + b > 4 && c > 500; effect b = b + 1; },
        t -> s { guard b < 4; effect a = a / 2, c = 0 - b; }; }
    system async;`,
  'two.etf': `begin state
x:X y:Y z:Z
end state
begin edge
end edge
begin init
0 0 1
end init
begin trans
0/1 * *
1/2 0/1 *
2/0 * *
end trans
begin trans
* 1/0 1/0
* * 0/1
2/2 1/0 *
end trans
begin sort X
"a"
"b"
"c"
end sort
begin sort Y
"n"
"m"
end sort
begin sort Z
"u"
"v"
end sort
`,
};
