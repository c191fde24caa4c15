import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { newOffice } from '#domain/office/office.ts'
import { scrivenerOf } from '#domain/office/office-words.ts'

const projectRoot = join(import.meta.dirname, '../../..')
/**
 * A browser holds the first drawing back for up to 0.1 s when optional fonts are named beforehand. That pays where they can come in that time; on a phone's network they cannot, and
 * the first page is read in the device's letters either way (LCP of / on Lighthouse's slow 4G: 959 ms without, 1,079 with them).
 */
const wideScreens = '(min-width: 40rem)'

/** Where theme.css finds them. */
const outDir = join(projectRoot, 'node_modules/.cache/site-fonts')

/** Letters, digits and signs that every page may come to need: names, amounts, dates. */
const always =
  Array.from({ length: 95 }, (_, place) => String.fromCodePoint(32 + place)).join('') + '\u00a0·–—…‘’“”「」'

/** Set in the serif without being a heading: numbers, marks of questions, the drawn register. The office that a new database begins with comes beside; letters of another's name that are not among these come in the device's own serif. */
const alsoSerif = '등기사항전부증명서 문답 제조 법무사 0123456789.,'

const faces = [
  {
    file: 'site-serif-600.woff2',
    source: '@expo-google-fonts/noto-serif-kr/600SemiBold/NotoSerifKR_600SemiBold.ttf',
    characters: (texts: readonly string[]) =>
      texts.flatMap(headingsIn).join('') + alsoSerif + newOffice.name + scrivenerOf(newOffice),
  },
  {
    file: 'site-sans-400.woff2',
    source: 'pretendard/dist/public/static/alternative/Pretendard-Regular.ttf',
    characters: everyCharacter,
  },
  {
    file: 'site-sans-600.woff2',
    source: 'pretendard/dist/public/static/alternative/Pretendard-SemiBold.ttf',
    characters: everyCharacter,
  },
]

/**
 * Kept of what a typeface can do: kerning, and figures of one width (`tabular` in theme.css). Everything else costs a third more bytes for forms that no page asks for.
 * Names 13 and 14 are the licence, which has to travel with the font.
 */
const cut = { targetFormat: 'woff2' as const, keepFeatures: ['kern', 'tnum'], preserveNameIds: [13, 14] }

/**
 * Fonts of the public site with only the glyphs its pages use (look.md "Type"), made at build from the whole fonts of the npm packages: three files instead of dozens,
 * and none of the 92 rules of the whole typeface in the visitors' style sheet. They are fetched before the first text is drawn.
 */
export function siteFonts(): Plugin {
  return {
    name: 'site-fonts',
    buildStart: async () => {
      if (process.env['VITEST'] === undefined) await writeSiteFonts()
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /(^|\/)site-(serif|sans)-\d+-[^/]*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${name}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              media: wideScreens,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

async function writeSiteFonts(): Promise<void> {
  const texts = siteTexts()
  mkdirSync(outDir, { recursive: true })
  for (const face of faces) {
    const font = readFileSync(fileURLToPath(import.meta.resolve(face.source)))
    writeFileSync(join(outDir, face.file), await subsetFont(font, face.characters(texts), cut))
  }
}

/** What visitors may read, as source text: the pages, the frame around them, and what every screen shows when something is amiss. */
function siteTexts(): string[] {
  const patterns = [
    'src/app/features/{site,chat}/**/*.{ts,tsx}',
    'src/app/shell/{public,screen,demo,update,skip}-*.tsx',
    'src/app/session/sign-in-button.tsx',
    'src/app/session/callback/*.tsx',
    'src/app/features/quick-delivery/quick-sign-in.tsx',
    'src/domain/office/office.ts',
    // What /privacy says comes from the tables of keeping and of who else is given something.
    'src/{domain,contract}/keeping/*.ts',
    'src/server/keeping/privacy/*.ts',
    'src/contract/{problem,books/inquiries}.ts',
  ]
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
}

function everyCharacter(texts: readonly string[]): string {
  return texts.join('') + always
}

/** Titles are attributes, properties or the content of an h1 or h2. tests/e2e/hydration.spec.ts finds a heading that this misses. */
function headingsIn(text: string): string[] {
  const titles = text.matchAll(/\btitle(?:=|: )(?:'([^']*)'|"([^"]*)")/g)
  const tags = text.matchAll(/<h[12]\b[^>]*>([\s\S]*?)<\/h[12]>/g)
  return [...titles, ...tags].map((match) => match[1] ?? match[2] ?? '')
}
