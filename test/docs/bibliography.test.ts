// Every citation has one form, a key in square brackets, and every key has its entry in docs/BIBLIOGRAPHY.md.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { papers } from '../../src/experiments/papers.ts';
import { patternFamilies } from '../../src/formula/patterns/index.ts';

const BIBLIOGRAPHY = 'docs/BIBLIOGRAPHY.md';
const KEY = /[A-Z][A-Za-z]{1,4}\+?\d\d[a-z]?/;
const text = readFileSync(BIBLIOGRAPHY, 'utf8');
const entries = [...text.matchAll(/^- \*\*\[([^\]]+)\]\*\* [^*]+\*([^*]+)\*/gm)].map(([, key, title]) => ({
  key,
  title,
}));

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['src', 'assembly', 'docs', 'test', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
].filter((file) => /\.(ts|mjs|md)$/.test(file) && file !== BIBLIOGRAPHY && !/\/corpus\/|^docs\/api\//.test(file));

interface Citation {
  readonly key: string;
  readonly place: string;
}

/** The keys of all groups such as `[BDK12, Prop. 2 and 3; BDK11, §2.3]`. */
function citationsOf(file: string): Citation[] {
  const group = new RegExp(`\\[(${KEY.source}(?:[,;][^\\]\\n]*)?)\\]`, 'g');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      [...line.matchAll(group)].flatMap(([, inside]) =>
        inside
          .split(/;\s*/)
          .map((part) => new RegExp(`^${KEY.source}`).exec(part)?.[0] ?? part)
          .map((key) => ({ key, place: `${file}:${i + 1}` })),
      ),
    );
}

const citations = files.flatMap(citationsOf);

describe('the bibliography', () => {
  it('has its entries in order, each key once', () => {
    expect(entries.length).toBe(text.match(/^- \*\*\[/gm)?.length);
    const [first, second] = text
      .split('## All others')
      .map((part) => [...part.matchAll(/^- \*\*\[([^\]]+)\]/gm)].map(([, key]) => key));
    for (const keys of [first, second]) expect(keys).toEqual([...keys].sort((a, b) => a.localeCompare(b, 'en')));
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    for (const { key } of entries) expect(key).toMatch(new RegExp(`^${KEY.source}$`));
  });

  it('has an entry for every key in code and documents', () => {
    const known = new Set(entries.map(({ key }) => key));
    expect(citations.length).toBeGreaterThan(100);
    expect(citations.filter(({ key }) => !known.has(key))).toEqual([]);
  });

  it('has no entry that nobody cites', () => {
    const cited = new Set(citations.map(({ key }) => key));
    expect(entries.map(({ key }) => key).filter((key) => !cited.has(key))).toEqual([]);
  });

  it('is the only way to cite: no conference stands for a paper', () => {
    const comment = /^\s*(\/\/|\/?\*)/;
    const venue = /\b[A-Z][A-Za-z]+['’]\d\d\b/;
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, i) =>
          venue.test(line) && (file.endsWith('.md') || comment.test(line)) ? [`${file}:${i + 1}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });

  it('has the titles that reports and `tegata patterns` show', () => {
    const titles = entries.map(({ title }) => title.replace(/\.$/, '').toLowerCase());
    for (const { title } of papers) expect(titles).toContain(title.toLowerCase());
    for (const { reference } of patternFamilies) {
      if (!reference.includes(': ')) continue;
      expect(
        titles.some((title) => reference.toLowerCase().includes(title)),
        reference,
      ).toBe(true);
    }
  });
});
