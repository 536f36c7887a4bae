// The style and the script of the page of a counterexample.

export const STYLE = `
:root{color-scheme:light dark;--line:#8886;--soft:#8882;--on:#009e73;--bad:#c0392b;--cycle:#0072b2}
body{font:15px/1.45 system-ui,sans-serif;margin:0 auto;max-width:1100px;padding:1rem}
h1{font-size:1.15rem;margin:.2rem 0}h2{font-size:1rem;margin:0 0 .4rem}
.verdict{background:var(--bad);color:#fff;border-radius:4px;padding:.1em .5em}.why{border-left:4px solid var(--bad);padding-left:.7em;margin:.4rem 0}
header{position:sticky;top:0;background:Canvas;border-bottom:1px solid var(--line);padding-bottom:.6rem;z-index:1}
nav{display:flex;gap:.5rem;align-items:center}button{font:inherit;padding:.2em .8em}
main{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.2rem;margin-top:1rem}
ol{margin:0;padding-left:2.6rem}li{border:1px solid var(--line);border-radius:8px;padding:.35rem .6rem;margin-bottom:.4rem;cursor:pointer;overflow-wrap:anywhere}
li.cycle{border-left:6px solid var(--cycle)}li.now{background:var(--soft);outline:2px solid var(--cycle)}
.watched::before{content:"watch ";opacity:.7}.change,.watched,td,.transition{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.88rem}.transition{opacity:.8;font-style:italic}
.chip{display:inline-block;border-radius:9px;padding:0 .6em;font-size:.8rem;border:1px solid var(--line)}.chip.on{background:var(--on);color:#fff;border-color:var(--on)}.chip.off{opacity:.6;text-decoration:line-through}
section{position:sticky;top:9rem;align-self:start;max-height:75vh;overflow:auto}table{border-collapse:collapse}td{padding:.05rem .8rem .05rem 0}tr.changed{font-weight:bold;color:var(--cycle)}
#chart{margin-top:1rem;overflow-x:auto}#chart [data-step]{cursor:pointer}summary{cursor:pointer}
@media(max-width:700px){main{grid-template-columns:1fr}section{position:static}}`;

export const SCRIPT = `
'use strict';
const { states, cycleStart } = JSON.parse(document.getElementById('states').textContent);
const items = [...document.querySelectorAll('#steps > li')];
const byId = (id) => document.getElementById(id);
let now = 0, before = null, turns = 0, timer = 0;
function show() {
  items.forEach((item, i) => item.classList.toggle('now', i === now));
  byId('number').textContent = String(now);
  byId('where').textContent = 'step ' + now + (turns > 0 ? ', turn ' + (turns + 1) + ' of the cycle' : '');
  const last = before === null ? new Map() : new Map(states[before].map(([name, value]) => [name, value]));
  const rows = states[now].filter(([name, value, plain]) => byId('all').checked || !plain || (before !== null && last.get(name) !== value));
  byId('state').replaceChildren(...rows.map(([name, value]) => {
    const row = document.createElement('tr');
    const changed = before !== null && last.get(name) !== value;
    row.className = changed ? 'changed' : '';
    for (const text of [name, changed && last.has(name) ? last.get(name) + ' → ' + value : value]) {
      row.insertCell().textContent = text;
    }
    return row;
  }));
}
function go(to, from) { now = to; before = from; show(); items[now].scrollIntoView({ block: 'nearest' }); }
function next() {
  if (now < items.length - 1) go(now + 1, now);
  else if (cycleStart !== null) { turns++; go(cycleStart, now); }
  else if (timer) play();
}
function back() {
  if (now === cycleStart && turns > 0) { turns--; go(items.length - 1, items.length > 1 ? items.length - 2 : null); }
  else if (now > 0) go(now - 1, now > 1 ? now - 2 : null);
}
function play() {
  clearInterval(timer);
  if (timer) { timer = 0; byId('play').textContent = 'play'; return; }
  timer = setInterval(next, 900);
  byId('play').textContent = 'stop';
}
byId('next').onclick = next; byId('back').onclick = back; byId('play').onclick = play; byId('all').onchange = show;
for (const row of document.querySelectorAll('#chart [data-step]')) row.onclick = () => { const i = Number(row.dataset.step); turns = 0; go(i, i > 0 ? i - 1 : null); };
items.forEach((item, i) => { item.onclick = () => { turns = 0; go(i, i > 0 ? i - 1 : null); }; });
addEventListener('keydown', (event) => {
  if (event.key === 'ArrowRight' || event.key === 'ArrowDown') { next(); event.preventDefault(); }
  if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') { back(); event.preventDefault(); }
});
show();`;
