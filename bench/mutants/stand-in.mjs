// A small stand-in for vitest: what the tests of `plan.mjs` import from it, in one process and without a server. A test file is bundled with this
// module in the place of vitest; `runTests` then runs what it has declared, until one fails. The expectations are vitest's own.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import * as chai from 'chai';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export function expect(value, message) {
  return chai.expect(value, message);
}
Object.assign(expect, chai.expect);
Object.assign(expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.extend = (matchers) => chai.expect.extend(expect, matchers);
expect.extend(customMatchers);
expect.unreachable = (message) => chai.assert.fail(message);
globalThis[GLOBAL_EXPECT] = expect;
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect);

/** What is declared so far: the group that is being declared, inside those around it. */
const outermost = newGroup('', null);
let current = outermost;

function newGroup(name, parent) {
  return { name, parent, members: [], before: [], after: [], beforeEach: [], afterEach: [] };
}

/** Tests take their function second or third: options may stand between it and the name. */
const bodyOf = (words) => words.find((word) => typeof word === 'function');

function declareTest(name, ...words) {
  const body = bodyOf(words);
  if (body !== undefined) current.members.push({ name, body });
}

function declareGroup(name, ...words) {
  const group = newGroup(name, current);
  current.members.push(group);
  current = group;
  bodyOf(words)();
  current = group.parent;
}

function withVariants(declare) {
  declare.skip = Object.assign(() => {}, { each: () => () => {} });
  declare.skipIf = (condition) => (condition ? declare.skip : declare);
  declare.runIf = (condition) => (condition ? declare : declare.skip);
  declare.each =
    (cases) =>
    (name, ...words) => {
      const body = bodyOf(words);
      for (const [i, one] of cases.entries()) {
        declare(`${name} (case ${i})`, () => (Array.isArray(one) ? body(...one) : body(one)));
      }
    };
  return declare;
}

export const it = withVariants(declareTest);
export const test = it;
export const describe = withVariants(declareGroup);
export const beforeAll = (body) => current.before.push(body);
export const afterAll = (body) => current.after.push(body);
export const beforeEach = (body) => current.beforeEach.push(body);
export const afterEach = (body) => current.afterEach.push(body);
export const expectTypeOf = () => new Proxy(() => {}, { get: () => expectTypeOf(), apply: () => expectTypeOf() });

/** Runs all tests in their order. Throws what the first failing one throws. Returns how many ran. */
export async function runTests(group = outermost) {
  let count = 0;
  for (const body of group.before) await body();
  try {
    for (const member of group.members) {
      if (member.body === undefined) count += await runTests(member);
      else {
        await runOne(group, member);
        count++;
      }
    }
  } finally {
    for (const body of group.after) await body();
  }
  return count;
}

async function runOne(group, { name, body }) {
  const around = [];
  for (let outer = group; outer !== null; outer = outer.parent) around.unshift(outer);
  for (const { beforeEach } of around) for (const prepare of beforeEach) await prepare();
  try {
    await body();
  } catch (error) {
    throw new Error(`${around.map((outer) => outer.name).join(' > ')} > ${name}`, { cause: error });
  } finally {
    for (const { afterEach } of around) for (const end of afterEach) await end();
  }
}
